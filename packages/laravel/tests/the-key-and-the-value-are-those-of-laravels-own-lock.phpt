--TEST--
Laravel's own lock uses the same key and value: each excludes the other, and each can release the lock of the other's owner
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$packed = ['serializer' => Redis::SERIALIZER_IGBINARY, 'compression' => Redis::COMPRESSION_LZF];
foreach ([
    'plain' => [[], [], ''],
    'prefix of the connection' => [[], [], 'db_'],
    'prefix that phpredis takes for none' => [[], [], '0'],
    'prefix and database of this connection' => [[], ['prefix' => 'mine:', 'database' => 5], 'db_'],
    'serializer php' => [[], ['serializer' => Redis::SERIALIZER_PHP], 'db_'],
    'serializer igbinary, compression lzf' => [[], $packed, 'db_'],
    'compression, and a label' => [['lock_label' => 'web'], ['compression' => Redis::COMPRESSION_ZSTD], 'db_'],
    'a label' => [['lock_label' => 'web %p'], [], 'db_'],
    'lock_connection, prefix of the store' => [['lock_connection' => 'other', 'prefix' => 'store_'], [], 'db_'],
    'renewed' => [['lock_renew' => true], [], 'db_'],
] as $case => [$keys, $connection, $prefix]) {
    $redis->ask('FLUSHALL');
    $caches = caches($redis, $keys, $connection, prefix: $prefix);
    [$ours, $own] = [$caches->store('redis'), $caches->store('own')];
    $stored = function () use ($redis, $keys, $connection) {
        $redis->ask('SELECT', isset($keys['lock_connection']) ? 7 : $connection['database'] ?? 0);
        [$key] = $redis->locks();
        return [$key, $redis->ask('GET', $key)];
    };

    $held = $ours->lock('foo', 60);
    $owned = [$held->get(), $own->lock('foo', 60)->get(), $own->lock('foo', 60, 'x')->release()];
    [$key, $value] = $stored();
    $owned[] = $own->restoreLock('foo', $held->owner())->release();
    $owned[] = $held->release();

    $own->lock('foo', 60, $held->owner())->get();
    $as_own = $stored() === [$key, $value];
    $owned[] = $ours->lock('foo', 60)->get();
    $owned[] = $ours->restoreLock('foo', $held->owner())->isOwnedByCurrentProcess();
    $owned[] = $ours->restoreLock('foo', 'x')->release();
    $owned[] = $ours->restoreLock('foo', $held->owner())->release();
    $key = str_replace('_:', '_', $key); // Laravel 10 puts a colon behind the store's prefix
    say("$case: $key, as Laravel's own: " . shown($as_own), $owned);
}

// Neither opens a client, unless it has to pack.
$redis->ask('FLUSHALL');
$clients = count($redis->clients());
foreach (['without' => [], 'with' => $packed] as $case => $connection) {
    $caches = caches($redis, [], $connection);
    $caches->store('redis')->lock('foo', 60)->get();
    $redis->ask('FLUSHALL');
    say("clients of phpredis that are open $case serializer", count($caches->store('redis')->getStore()->getRedis()->connections() ?? []));
}

// An application with several tenants changes the prefix of the open client.
$caches = caches($redis);
$client = $caches->store('own')->getStore()->connection()->client();
$client->setOption(Redis::OPT_PREFIX, 'tenant_');
$caches->store('redis')->lock('foo', 60)->get();
say('a prefix set later', str_replace('_:', '_', $redis->locks()));
?>
--EXPECT--
plain: cache_foo, as Laravel's own: true: [true,false,false,true,false,false,true,false,true]
prefix of the connection: db_cache_foo, as Laravel's own: true: [true,false,false,true,false,false,true,false,true]
prefix that phpredis takes for none: cache_foo, as Laravel's own: true: [true,false,false,true,false,false,true,false,true]
prefix and database of this connection: mine:cache_foo, as Laravel's own: true: [true,false,false,true,false,false,true,false,true]
serializer php: db_cache_foo, as Laravel's own: true: [true,false,false,true,false,false,true,false,true]
serializer igbinary, compression lzf: db_cache_foo, as Laravel's own: true: [true,false,false,true,false,false,true,false,true]
compression, and a label: db_cache_foo, as Laravel's own: true: [true,false,false,true,false,false,true,false,true]
a label: db_cache_foo, as Laravel's own: true: [true,false,false,true,false,false,true,false,true]
lock_connection, prefix of the store: db_store_foo, as Laravel's own: true: [true,false,false,true,false,false,true,false,true]
renewed: db_cache_foo, as Laravel's own: true: [true,false,false,true,false,false,true,false,true]
clients of phpredis that are open without serializer: 0
clients of phpredis that are open with serializer: 1
a prefix set later: ["tenant_cache_foo"]
