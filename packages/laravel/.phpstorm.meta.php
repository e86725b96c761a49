<?php

/** For PhpStorm: with the driver redislock, the locks of Laravel's cache are this package's. */

namespace PHPSTORM_META {
    override(\Illuminate\Support\Facades\Cache::lock(), map(['' => \RedisLock\Laravel\Lock::class]));
    override(\Illuminate\Support\Facades\Cache::restoreLock(), map(['' => \RedisLock\Laravel\Lock::class]));
    override(\Illuminate\Support\Facades\Cache::funnel(), map(['' => \RedisLock\Laravel\Funnel::class]));
}
