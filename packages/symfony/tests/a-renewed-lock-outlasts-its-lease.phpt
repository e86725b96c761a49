--TEST--
With auto_renew a long job keeps its lock while a second worker waits; if the job is killed, the lock is free after a lease
--FILE--
<?php
require __DIR__ . '/inc.php';

// Longer than the test: Symfony's own ttl, which a crash would have to wait for.
const WORKER = <<<'PHP'
    $store = new RedisLock\Symfony\RedisLockStore($argv[1], lease: 6.0, autoRenew: true);
    $lock = (new Symfony\Component\Lock\LockFactory($store))->createLock('job', 300.0);
    hear();
    say('acquired', $lock->acquire(true));
    if ($argv[2] === 'first') {
        hear();
        say('after a lease and a half', [$lock->isAcquired(), $lock->isExpired(), $lock->getRemainingLifetime()]);
        hear();
    }
    PHP;

$redis = RedisServer::start();
$first = child(WORKER, [$redis->address, 'first'], killed: true);
$second = child(WORKER, [$redis->address, 'second']);
$first->tell('go');
echo 'first: ', $first->hear(), "\n";
$token = $redis->ask('GET', 'job');
say('its lease is the one of the store', $redis->ask('PTTL', 'job') <= 6_001);

$second->tell('go');
await('a waiter', fn() => $redis->seats() !== []);
$begin = now();
await('a lease and a half', fn() => now() - $begin > 9.0);
$first->tell('are you there?');
echo 'first: ', $first->hear(), "\n";
say('the same lock', $redis->ask('GET', 'job') === $token);
say('the second one waits', !$second->hasSpoken());

$first->kill();
say('left to a lease at most', $redis->ask('PTTL', 'job') <= 6_001);
echo 'second: ', $second->hear(), "\n";
$second->finish();
?>
--EXPECT--
first: acquired: true
its lease is the one of the store: true
first: after a lease and a half: [true,false,null]
the same lock: true
the second one waits: true
left to a lease at most: true
second: acquired: true
