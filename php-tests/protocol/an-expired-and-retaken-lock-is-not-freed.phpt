--TEST--
An expired lock that another client has acquired is not freed, refreshed or changed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$take = function (string $key) use ($redis): RedisLock {
    $lock = new RedisLock($key, ttl: 60.0, server: $redis->address);
    $lock->acquire();
    $redis->ask('PEXPIRE', $key, '1');
    await('the expiry', fn() => $redis->ask('EXISTS', $key) === 0);
    $redis->ask('SET', $key, 'the next holder', 'NX', 'PX', '600000');
    return $lock;
};
$untouched = fn(string $key) => $redis->ask('GET', $key) === 'the next holder' && $redis->ask('PTTL', $key) > 100_000;

$lock = $take('release');
say('still thought to be held', $lock->isHeld());
say('release', $lock->release());
say('held', $lock->isHeld());
say('untouched', $untouched('release'));

$lock = $take('refresh');
say('refresh', $lock->refresh());
say('held', $lock->isHeld());
say('untouched', $untouched('refresh'));

$lock = $take('acquire');
say('acquire', $lock->acquire(0.0));
say('untouched', $untouched('acquire'));

$lock = $take('unset');
unset($lock);
say('untouched after unset', $untouched('unset'));

$lock = $take('synchronized');
try {
    $lock->detach();
    RedisLock::restore('synchronized', $lock->getToken(), server: $redis->address)->synchronized(fn() => print "ran\n", 0.0);
} catch (RedisLockTimeoutException $exception) {
    say('synchronized', $exception::class);
}
say('untouched', $untouched('synchronized'));
say('counted as lost', RedisLock::stats()['lost']);
?>
--EXPECT--
still thought to be held: true
release: false
held: false
untouched: true
refresh: false
held: false
untouched: true
acquire: false
untouched: true
untouched after unset: true
synchronized: "RedisLockTimeoutException"
untouched: true
counted as lost: 4
