<?php

return [
    'default' => 'redis',
    'stores' => [
        'redis' => [
            'driver' => env('CACHE_DRIVER', 'redislock'), // the one line: it was 'redis'
            'connection' => 'cache',
            'lock_connection' => 'default',
        ],
    ],
    'prefix' => 'laravel_cache_',
];
