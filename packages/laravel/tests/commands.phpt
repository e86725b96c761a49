--TEST--
redislock:status shows a lock's holder, lease and waiters, and releases it; redislock:check tries each server, and says how a process waits
--EXTENSIONS--
iconv
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/application.php';

use Illuminate\Contracts\Console\Kernel;
use Illuminate\Support\Facades\Cache;

$redis = RedisServer::start();
$app = application($redis, ['lock_label' => 'web-1', 'lock_timeout' => 3]);
$app['config']->set('cache.stores.asleep', ['driver' => 'redislock', 'connection' => 'default', 'lock_server' => $redis->addressOfSleeper()]);
$app['config']->set('cache.stores.away', ['driver' => 'redislock', 'connection' => 'default', 'lock_server' => "unix://$redis->directory/nothing"]);
$app['config']->set('cache.stores.none', null);
$artisan = $app->make(Kernel::class);
$run = function (string $command, array $arguments = []) use ($artisan, $redis): void {
    $status = $artisan->call($command, $arguments);
    echo "$command ", shown($arguments), ": $status\n";
    $lines = preg_split('/\n+/', preg_replace(['/ *\n/', '/\.{3,}/'], ["\n", '..'], str_replace([dirname($redis->socket) . '/', '_:'], ['', '_'], $artisan->output())), flags: PREG_SPLIT_NO_EMPTY);
    foreach ($lines as $line) {
        echo preg_replace(['/\d+\.\d+ (m?s)/', '/in PHP .*/', '/key "[^"]*"|lock "[^"]*"/', '/redislock:check:\w+/'], ['N $1', 'in PHP ...', 'lock ...', 'NAME'], $line), "\n";
    }
};

$run('redislock:status', ['name' => 'a', '--store' => 'redis']);
$lock = Cache::lock('a', 60);
$lock->get();
say('the key', str_replace('_:', '_', $lock->getKey()));
$run('redislock:status', ['name' => 'a', '--store' => 'redis']);
$waiters = [];
foreach ([1, 2, 3] as $n) {
    $waiters[] = laravel_child('(new RedisLock($argv[2], wait: 300.0, server: "unix://$argv[1]"))->synchronized(fn() => null);', $redis, $lock->getKey());
    await("waiter $n", fn() => count($redis->seats()) === min($n, 2) && $redis->info('blocked_clients') === max($n - 2, 0));
    say("waiters of $n", Cache::lock('a')->countWaiters());
}
$waiters_of = fn(string $client, array $connection, array $keys = []): ?int => caches($redis, $keys, $connection, $client, substr($lock->getKey(), 0, -1))->store('redis')->getStore()->lock('a')->countWaiters();
say('over Predis, with lock_server', [$waiters_of('predis', ['scheme' => 'unix', 'path' => $redis->socket], ['prefix' => '']), $waiters_of('phpredis', [], ['lock_server' => $redis->address])]);
$tagged = Cache::lock('{t}a');
$redis->ask('SET', $tagged->getKey() . '::redislock:seat2', 'a note');
say('a name with a hash tag', $tagged->countWaiters());
$run('redislock:status', ['name' => 'a', '--store' => 'redis', '--release' => true, '--no-interaction' => true]);
say('still held', $lock->isOwnedByCurrentProcess());
$run('redislock:status', ['name' => 'a', '--store' => 'redis', '--release' => true, '--force' => true]);
say('released', $lock->isOwnedByCurrentProcess());
array_map(fn($child) => $child->finish(), $waiters);
$run('redislock:status', ['--store' => 'elsewhere']);
$run('redislock:status');
$run('redislock:check');
?>
--EXPECT--
redislock:status {"name":"a","--store":"redis"}: 0
redis, unix://redis.sock
  Key              laravel_database_laravel_cache_a
  Holder           none, the lock is free
  Waiters          0
the key: "laravel_database_laravel_cache_a"
redislock:status {"name":"a","--store":"redis"}: 0
redis, unix://redis.sock
  Key              laravel_database_laravel_cache_a
  Holder           web-1
  Expires          in N s, unless it is renewed
  Waiters          0
waiters of 1: 1
waiters of 2: 2
waiters of 3: 2
over Predis, with lock_server: [2,null]
a name with a hash tag: 1
redislock:status {"name":"a","--store":"redis","--release":true,"--no-interaction":true}: 0
redis, unix://redis.sock
  Key              laravel_database_laravel_cache_a
  Holder           web-1
  Expires          in N s, unless it is renewed
  Waiters          2 or more
still held: true
redislock:status {"name":"a","--store":"redis","--release":true,"--force":true}: 0
redis, unix://redis.sock
  Key              laravel_database_laravel_cache_a
  Holder           web-1
  Expires          in N s, unless it is renewed
  Waiters          2 or more
Released.
released: false
redislock:status {"--store":"elsewhere"}: 1
The store [elsewhere] of config/cache.php does not have the driver redislock.
redislock:status []: 0
redis, unix://redis.sock
asleep, unix://redis.sock
away, unix://nothing
redislock:check []: 1
  Extension        0.1.0, in PHP ...
redis, unix://redis.sock
The key [lock_timeout] has no effect: this package does not know it.
  A lock           acquired in N ms
  A process waits  in the queue
asleep, unix://redis.sock
  A lock           acquired in N ms
  A process waits  by sleep and retry: NOPERM this user has no permissions to run the 'client|tracking' command
away, unix://nothing
away: Cannot acquire lock ... on unix://nothing: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)
