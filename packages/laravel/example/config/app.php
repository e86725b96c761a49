<?php

use Illuminate\Support\ServiceProvider;

return [
    'name' => 'Laravel',
    'env' => env('APP_ENV', 'local'),
    'debug' => true,
    'timezone' => 'UTC',
    'locale' => 'en',
    'fallback_locale' => 'en',
    'key' => 'base64:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    'cipher' => 'AES-256-CBC',
    'maintenance' => ['driver' => 'file'],
    'providers' => ServiceProvider::defaultProviders()->toArray(),
    'aliases' => [],
];
