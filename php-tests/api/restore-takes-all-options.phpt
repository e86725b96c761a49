--TEST--
restore() takes the options of the constructor: the lock is renewed and fenced, waits, notices losses, and ends its renewal after maxHold
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$restore = function (array $options) use ($redis): RedisLock {
    $redis->ask('SET', 'k', 'owner', 'PX', (int) (1000 * ($options['ttl'] ?? 60)));

    return RedisLock::restore('k', 'owner', ...$options + ['server' => $redis->address]);
};

$lock = $restore(['ttl' => time_for(1.0), 'autoRenew' => true]);
say('held before it was asked about', $lock->isHeld());
foreach (['refresh', 'isOwned', 'acquire'] as $method) {
    unset($lock); // it is the same owner
    $lock = $restore(['ttl' => time_for(1.0), 'autoRenew' => true]);
    say($method, [$lock->$method(), $lock->isHeld()]);
    await_renewals();
    say('renewed', $redis->ask('GET', 'k'));
}
say('released', $lock->release());

$lock = $restore(['ttl' => time_for(0.6), 'autoRenew' => true, 'maxHold' => time_for(0.3)]);
$lock->refresh();
await('the end of the renewal', fn() => !$lock->isHeld());
say('lost after maxHold', $lock->isHeld());

$redis->ask('DEL', 'k');
$lock = $restore(['fenced' => true]);
say('fenced', [$lock->acquire(), is_int($lock->getFence())]);
$lock->release();

$lock = $restore(['wait' => 0.05, 'retryInterval' => 0.01, 'replicas' => 0]);
$redis->ask('SET', 'k', 'another-client');
say('waits for its timeout', [$lock->acquire(), $lock->getWaited() >= 0.05, $lock->getWaited() < 5.0]);

$lock = $restore(['abortOnLoss' => true, 'autoRenew' => true]);
$lock->refresh();
await_renewals();
try {
    $redis->ask('DEL', 'k');
    while (true) {
        usleep(1000);
    }
} catch (RedisLockLostException $loss) {
    say('notices the loss', str_contains($loss->getMessage(), 'was lost'));
}
refusals([
    'ttl' => fn() => RedisLock::restore('k', 't', ttl: 0),
    'wait' => fn() => RedisLock::restore('k', 't', wait: -1),
    'maxHold' => fn() => RedisLock::restore('k', 't', maxHold: 0),
    'retryInterval' => fn() => RedisLock::restore('k', 't', retryInterval: 61),
    'replicas' => fn() => RedisLock::restore('k', 't', replicas: -1),
    'token' => fn() => RedisLock::restore('k', ''),
]);
?>
--EXPECT--
held before it was asked about: false
refresh: [true,true]
renewed: "owner"
isOwned: [true,true]
renewed: "owner"
acquire: [true,true]
renewed: "owner"
released: true
lost after maxHold: false
fenced: [true,true]
waits for its timeout: [false,true,true]
notices the loss: true
ttl => ValueError: RedisLock::restore(): Argument #3 ($ttl) must be between 0.001 and 1e9 seconds
wait => ValueError: RedisLock::restore(): Argument #5 ($wait) must be between 0 and INF seconds
maxHold => ValueError: RedisLock::restore(): Argument #7 ($maxHold) must be greater than 0 seconds
retryInterval => ValueError: RedisLock::restore(): Argument #10 ($retryInterval) must be between 0.001 and 60 seconds
replicas => ValueError: RedisLock::restore(): Argument #11 ($replicas) must be greater than or equal to 0
token => ValueError: RedisLock::restore(): Argument #2 ($token) must be between 1 and 65,536 bytes long
