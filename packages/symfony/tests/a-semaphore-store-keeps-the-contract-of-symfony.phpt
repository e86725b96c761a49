--TEST--
A semaphore store saves, puts off and deletes as Symfony expects it, by permits and weights, renewed or not; its exceptions are Symfony's
--SKIPIF--
<?php require __DIR__ . '/../../../php-tests/inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisSemaphoreStore;
use Symfony\Component\Semaphore\Exception\SemaphoreStorageException;
use Symfony\Component\Semaphore\Key;
use Symfony\Component\Semaphore\Semaphore;
use Symfony\Component\Semaphore\SemaphoreFactory;

$redis = RedisServer::start();
/** The seconds that the last holder has left. */
$left = fn() => round($redis->ask('PTTL', 'app:api:semaphore') / 1000, -1);
foreach (['not renewed' => false, 'renewed' => true] as $how => $autoRenew) {
    echo "$how:\n";
    $store = new RedisSemaphoreStore($redis->address, lease: 4.0, autoRenew: $autoRenew, prefix: 'app:', label: 'web');
    $factory = new SemaphoreFactory($store);
    $semaphore = fn(int $weight = 1, float $ttl = 300.0) => $factory->createSemaphore('api', 3, $weight, $ttl);
    [$one, $two, $three] = [$semaphore(), $semaphore(2, 60.0), $semaphore()];
    say('before', [$one->isAcquired(), $redis->ask('EXISTS', 'app:api:semaphore')]);
    say('three permits', [$one->acquire(), $two->acquire(), $three->acquire()]);
    say('their holder', (new RedisSemaphore('app:api:semaphore', 3, server: $redis->address))->getHolders()[0]->label);
    say('there', [$one->isAcquired(), $two->isAcquired(), $three->isAcquired(), $one->isExpired(), round($one->getRemainingLifetime(), -1)]);
    say('acquired once more', $one->acquire());
    if ($autoRenew) {
        // If it was acquired once more within a millisecond, it ends one later.
        say('a lease', $redis->ask('PTTL', 'app:api:semaphore') <= 4001);
        $begin = now();
        await('a lease', fn() => now() - $begin > 4.3);
        $one->refresh(1000.0);
        say('still there', [$one->isAcquired(), $two->isAcquired(), $semaphore()->acquire(), $redis->ask('PTTL', 'app:api:semaphore') <= 4000]);
    } else {
        say('seconds', $left());
        $one->refresh(1000.0);
        say('put off', [$left(), round($one->getRemainingLifetime(), -1)]);
        $one->refresh(100.0);
        say('shortened', $left());
    }
    echo in_child(function () use ($one, $two) {
        say('a forked child', [$one->isAcquired(), classes(fn() => $one->refresh())]);
        $two->release();
    });
    say('its parent', [$one->isAcquired(), $two->isAcquired()]);
    $one->release();
    say('one has gone', [$one->isAcquired(), $semaphore(2)->acquire(), $three->acquire(), $one->acquire()]);
    unset($three);
    say('one with its object', $one->acquire());
    $two->release();
    $one->release();
    say('all have gone', $redis->ask('EXISTS', 'app:api:semaphore'));

    $one->acquire();
    $redis->ask('DEL', 'app:api:semaphore');
    say('lost', [$one->isAcquired(), classes(fn() => $one->refresh()), $one->isAcquired()]);
    $one->release();
    $kept = $factory->createSemaphore('api', 3, 1, 50.0, false);
    $kept->acquire();
    unset($kept);
    say('one that outlives its object', $left());
    $redis->ask('DEL', 'app:api:semaphore');
}

$store = new RedisSemaphoreStore($redis->address, prefix: 'app:');
$key = new Key('api', 3);
$for = fn(Key $key, float $ttl) => [(new Semaphore($key, $store, $ttl, false))->acquire(), $left(), round($key->getRemainingLifetime(), -1)];
say('acquired for a second ttl', [$for($key, 20.0), $for($key, 60.0), $for($key, 30.0)]);
say('in another process', $for(unserialize(serialize($key)), 50.0));
$store->delete($key);

$store = new RedisSemaphoreStore($redis->address);
say('a lock of the same name is another key', (function () use ($store, $redis) {
    $store->save($key = new Key('k', 1), 300.0);
    (new RedisLock\Symfony\RedisLockStore($redis->address))->save(new Symfony\Component\Lock\Key('k'));
    $store->delete($key);
    return $redis->ask('EXISTS', 'k');
})());
$key = new Key('import', 2, 2);
$store->save($key, 300.0);
echo child(<<<'PHP'
    $store = new RedisLock\Symfony\RedisSemaphoreStore($argv[1]);
    $semaphore = (new Symfony\Component\Semaphore\SemaphoreFactory($store))->createSemaphoreFromKey(unserialize(base64_decode($argv[2])), 900.0);
    say('in another process', $semaphore->isAcquired());
    $semaphore->refresh();
    $semaphore->release();
    PHP, [$redis->address, base64_encode(serialize($key))])->finish();
say('it has released it', [$store->exists($key), $redis->ask('EXISTS', 'import:semaphore')]);

$proxy = FaultProxy::before($redis);
$away = new RedisSemaphoreStore("$proxy->address?read_timeout=1.5");
$semaphore = (new SemaphoreFactory($away))->createSemaphore('away', 1, autoRelease: false);
$semaphore->acquire();
$proxy->always('*', 'refuse');
$of_storage = fn(callable $call) => str_replace(class_exists(SemaphoreStorageException::class) ? 'SemaphoreStorageException' : '(none)', 'RuntimeException', classes($call));
say('refresh', $of_storage(fn() => $semaphore->refresh()));
say('isAcquired', $of_storage(fn() => $semaphore->isAcquired()));
say('acquire', $of_storage(fn() => $semaphore->acquire()));
say('release', classes(fn() => $semaphore->release()));
$proxy->reset();
$semaphore->release();
say('released after all', $redis->ask('EXISTS', 'away:semaphore'));
say('full', (function () use ($store) {
    $store->save($key = new Key('full', 2, 2), 300.0);
    $said = preg_replace('/"full"/', '...', thrown(fn() => $store->save(new Key('full', 2), 300.0)));
    $store->delete($key);
    return $said;
})());
say('too many', preg_replace('/and .*/', '', thrown(fn() => $store->save(new Key('k', 2_000_000), 300.0))));
?>
--EXPECT--
not renewed:
before: [false,0]
three permits: [true,true,false]
their holder: "web"
there: [true,true,false,false,300.0]
acquired once more: true
seconds: 300.0
put off: [1000.0,1000.0]
shortened: 100.0
a forked child: [false,["Symfony\\Component\\Semaphore\\Exception\\SemaphoreExpiredException"]]
its parent: [true,true]
one has gone: [false,false,true,false]
one with its object: true
all have gone: 0
lost: [false,["Symfony\\Component\\Semaphore\\Exception\\SemaphoreExpiredException"],false]
one that outlives its object: 50.0
renewed:
before: [false,0]
three permits: [true,true,false]
their holder: "web"
there: [true,true,false,false,300.0]
acquired once more: true
a lease: true
still there: [true,true,false,true]
a forked child: [false,["Symfony\\Component\\Semaphore\\Exception\\SemaphoreExpiredException"]]
its parent: [true,true]
one has gone: [false,false,true,false]
one with its object: true
all have gone: 0
lost: [false,["Symfony\\Component\\Semaphore\\Exception\\SemaphoreExpiredException"],false]
one that outlives its object: 50.0
acquired for a second ttl: [[true,20.0,20.0],[true,60.0,60.0],[true,30.0,30.0]]
in another process: [true,50.0,50.0]
a lock of the same name is another key: 1
in another process: true
it has released it: [false,0]
refresh: ["Symfony\\Component\\Semaphore\\Exception\\RuntimeException","Symfony\\Component\\Semaphore\\Exception\\RuntimeException","RedisLockConnectionException"]
isAcquired: ["Symfony\\Component\\Semaphore\\Exception\\RuntimeException","RedisLockConnectionException"]
acquire: ["Symfony\\Component\\Semaphore\\Exception\\RuntimeException","Symfony\\Component\\Semaphore\\Exception\\RuntimeException","RedisLockConnectionException"]
release: ["Symfony\\Component\\Semaphore\\Exception\\SemaphoreReleasingException"]
released after all: 0
full: "Symfony\\Component\\Semaphore\\Exception\\SemaphoreAcquiringException: The semaphore ... could not be acquired: fewer than 1 of its 2 permits are free."
too many: "Symfony\\Component\\Semaphore\\Exception\\InvalidArgumentException: The semaphore \"k\" is refused: its limit must be between 1 "
