--TEST--
If the Redis client is not Laravel's own, or its connection has no host, an exception asks for lock_server, and no lock is set elsewhere
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

use Illuminate\Cache\CacheManager;
use Illuminate\Redis\Connectors\PhpRedisConnector;
use Illuminate\Redis\Connectors\PredisConnector;
use Illuminate\Redis\RedisManager;

/** Like packages for Sentinel, it gets the master's address from elsewhere, and has its own prefix. */
final class OwnConnector extends PhpRedisConnector
{
    public function __construct(private string $socket) {}

    public function connect(array $config, array $options)
    {
        return parent::connect(['host' => $this->socket, 'port' => 0, 'prefix' => 'own_'], []);
    }

    public function connectToCluster(array $config, array $clusterOptions, array $options)
    {
        return $this->connect([], []);
    }
}

final class OwnPredisConnector extends PredisConnector
{
    public function __construct(private string $socket) {}

    public function connect(array $config, array $options)
    {
        return parent::connect(['scheme' => 'unix', 'path' => $this->socket], ['prefix' => 'own_']);
    }
}

final class OwnManager extends RedisManager
{
    protected function connector()
    {
        return new OwnConnector($this->config['default']['socket']);
    }
}

$redis = RedisServer::start();
$socket = $redis->socket;
$keys = fn() => str_replace('_:', '_', $redis->ask('KEYS', '*')); // as Laravel 10 writes it
$sentinel = ['sentinel_host' => '127.0.0.1', 'sentinel_port' => 26379, 'sentinel_service' => 'mymaster'];
$local = ['host' => '127.0.0.1', 'port' => 6379];
/** @return array{string, array<string, mixed>, bool} */
$case = fn(string $client, array $connection, bool $isCustom = false, array $options = ['prefix' => 'db_']) => [$client, ['options' => $options, 'default' => $connection], $isCustom];
$cases = [
    // Clients of the application.
    'phpredis-sentinel' => $case('phpredis-sentinel', $sentinel, true),
    'a client of another name' => $case('cached', $local, true),
    'a cluster by a creator' => ['my-cluster', ['clusters' => ['default' => [$local]]], true],
    'a manager of one\'s own' => $case('phpredis', ['socket' => $socket] + $local),
    // Without a host.
    'no host' => $case('phpredis', ['port' => 6379, 'database' => 0]),
    'no host for Predis' => $case('predis', ['port' => 6379]),
    'a host that the environment does not have' => $case('predis', ['host' => null, 'port' => 6379]),
    'a URL without a host' => $case('phpredis', ['url' => 'redis:?database=1']),
    'a node without a host' => ['phpredis', ['clusters' => ['default' => [$local, ['port' => 6380]]]], false],
    'sentinels for phpredis' => $case('phpredis', ['tcp://a', 'tcp://b', 'options' => ['replication' => 'sentinel', 'service' => 'm']]),
    'a sentinel without a host' => $case('predis', [['port' => 26379], 'options' => ['replication' => 'sentinel', 'service' => 'm']]),
    'an aggregate of one\'s own' => $case('predis', ['tcp://a', 'tcp://b', 'options' => ['cluster' => 'redis', 'aggregate' => fn() => null]]),
    'a socket without a path' => $case('predis', ['scheme' => 'unix']),
    // Connections with a known address.
    'a URL alone' => $case('phpredis', ['url' => "unix://localhost?host=$socket&port=0"]),
    'a host' => $case('phpredis', ['host' => $socket, 'port' => 0]),
    'a socket for Predis' => $case('predis', ['scheme' => 'unix', 'path' => $socket]),
];
/** A cache with this client. */
$caches = function (string $client, array $config, bool $isCustom, array $keys = []) use ($socket): CacheManager {
    $caches = caches_of($client, $config, $keys);
    $app = (fn() => $this->app)->call($caches);
    if (isset($config['default']['socket'])) {
        $app->singleton('redis', fn() => new OwnManager($app, $client, $config));
    }
    $isCustom && $app['redis']->extend($client, fn() => new OwnConnector($socket));

    return $caches;
};

foreach ($cases as $name => $arguments) {
    $redis->ask('FLUSHALL');
    echo "$name: ";
    try {
        $caches(...$arguments)->store('redis')->lock('a', 60)->get();
        echo "acquired ", implode(', ', $keys()), "\n";
    } catch (InvalidArgumentException $e) {
        echo $e->getMessage(), "\n";
    }
}

echo "With lock_server\n";
foreach ($cases as $name => $arguments) {
    $redis->ask('FLUSHALL');
    $cache = $caches(...$arguments, keys: ['lock_server' => $redis->address])->store('redis');
    $lock = $cache->lock('a', 60);
    say($name, [$lock->get(), $keys(), $cache->lock('a', 60)->get(), $lock->release(), $keys()]);
}

// Where the application's own client opens the connection, its key is that of Laravel's own lock.
$own = $caches('phpredis-sentinel', ['default' => $sentinel], true, ['lock_server' => $redis->address]);
say('Laravel\'s own', [$own->store('own')->lock('b', 60)->get(), $own->store('redis')->lock('b', 60)->get()]);

$predis = caches_of('own-predis', ['options' => ['prefix' => 'db_'], 'default' => $local], ['lock_server' => $redis->address]);
(fn() => $this->app)->call($predis)['redis']->extend('own-predis', fn() => new OwnPredisConnector($socket));
say('over Predis', [$predis->store('own')->lock('c', 60)->get(), $predis->store('redis')->lock('c', 60)->get(), $predis->store('redis')->lock('d', 60)->get()]);
?>
--EXPECT--
phpredis-sentinel: Redis connection [default] has the client [phpredis-sentinel], which is not one of Laravel's own, so its server is not known: for its locks, write their address as lock_server into the store in config/cache.php.
a client of another name: Redis connection [default] has the client [cached], which is not one of Laravel's own, so its server is not known: for its locks, write their address as lock_server into the store in config/cache.php.
a cluster by a creator: Redis connection [default] has the client [my-cluster], which is not one of Laravel's own, so its server is not known: for its locks, write their address as lock_server into the store in config/cache.php.
a manager of one's own: Redis connection [default] has the client [phpredis], which is not one of Laravel's own, so its server is not known: for its locks, write their address as lock_server into the store in config/cache.php.
no host: Redis connection [default] names no host: for its locks, write their address as lock_server into the store in config/cache.php.
no host for Predis: Redis connection [default] names no host: for its locks, write their address as lock_server into the store in config/cache.php.
a host that the environment does not have: Redis connection [default] names no host: for its locks, write their address as lock_server into the store in config/cache.php.
a URL without a host: Redis connection [default] names no host: for its locks, write their address as lock_server into the store in config/cache.php.
a node without a host: Redis connection [default] names no host: for its locks, write their address as lock_server into the store in config/cache.php.
sentinels for phpredis: Redis connection [default] lists several servers, which the client [phpredis] takes among "clusters" only: for its locks, write their address as lock_server into the store in config/cache.php.
a sentinel without a host: Redis connection [default] names no host: for its locks, write their address as lock_server into the store in config/cache.php.
an aggregate of one's own: Redis connection [default] is several servers, but neither a cluster of Redis nor sentinels: for its locks, write their address as lock_server into the store in config/cache.php.
a socket without a path: Redis connection [default] names no host: for its locks, write their address as lock_server into the store in config/cache.php.
a URL alone: acquired db_cache_a
a host: acquired db_cache_a
a socket for Predis: acquired db_cache_a
With lock_server
phpredis-sentinel: [true,["own_cache_a"],false,true,[]]
a client of another name: [true,["own_cache_a"],false,true,[]]
a cluster by a creator: [true,["own_cache_a"],false,true,[]]
a manager of one's own: [true,["own_cache_a"],false,true,[]]
no host: [true,["db_cache_a"],false,true,[]]
no host for Predis: [true,["db_cache_a"],false,true,[]]
a host that the environment does not have: [true,["db_cache_a"],false,true,[]]
a URL without a host: [true,["db_cache_a"],false,true,[]]
a node without a host: [true,["cache_a"],false,true,[]]
sentinels for phpredis: [true,["db_cache_a"],false,true,[]]
a sentinel without a host: [true,["db_cache_a"],false,true,[]]
an aggregate of one's own: [true,["db_cache_a"],false,true,[]]
a socket without a path: [true,["db_cache_a"],false,true,[]]
a URL alone: [true,["db_cache_a"],false,true,[]]
a host: [true,["db_cache_a"],false,true,[]]
a socket for Predis: [true,["db_cache_a"],false,true,[]]
Laravel's own: [true,false]
over Predis: [true,false,true]
