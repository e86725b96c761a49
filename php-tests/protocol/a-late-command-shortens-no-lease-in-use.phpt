--TEST--
If a command arrives after its successors, no other client gets the lock while its holder relies on the lease
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$server = "$proxy->address?read_timeout=4";
// The server knows the scripts, so each call is one command, which is kept.
foreach ([false, true] as $fenced) {
    $teach = new RedisLock('teach', ttl: 9.0, server: $server, fenced: $fenced);
    $teach->acquire() && $teach->refresh() && $teach->refresh(1.0) && $teach->isOwned() && $teach->release();
}

/** The kept commands arrive. Then the key's remaining time passes, and another client tries to acquire. */
$check = function (string $what, RedisLock $lock, float $least) use ($redis, $proxy) {
    $delivered = $proxy->deliver();
    $left = $redis->ask('PTTL', $lock->getKey()) / 1000;
    $counted = $lock->getRemaining();
    say($what, ['arrived' => $delivered, 'counted on' => $counted > $least, 'outlives the key' => $counted > $left]);
    if ($counted > $left) {
        pause($left + 0.01);
        say('  two holders', (new RedisLock($lock->getKey(), server: $redis->address))->tryAcquire() && $lock->isHeld());
    }
};

$lock = new RedisLock('a', ttl: 8.0, server: $server, fenced: true);
$proxy->on('EVALSHA', 'lose');
$lock->acquire();
$lock->refresh(30.0);
$check('a fenced acquisition that was repeated', $lock, 20.0);

$redis->ask('SET', 'b', 'another-client', 'PX', '500');
$proxy->always('HELLO', 'say', "-NOPERM this user does not queue\r\n");
$proxy->on('EVALSHA', 'pass');
$proxy->on('EVALSHA', 'lose');
$lock = new RedisLock('b', ttl: 8.0, server: $server);
$lock->acquire();
$proxy->reset();
$lock->refresh(30.0);
$check('the attempt of a waiter', $lock, 20.0);

foreach (['refresh() without an answer' => [8.0, null, 20.0], 'refresh(8.0) without an answer' => [16.0, 8.0, 0.0]] as $what => [$ttl, $refreshed, $least]) {
    $lock = new RedisLock($what, ttl: $ttl, server: $server);
    $lock->acquire();
    $proxy->on('EVALSHA', 'keep');
    echo strtok(thrown(fn() => $lock->refresh($refreshed)), ':'), "\n";
    say('refreshed', $lock->refresh(30.0));
    $check($what, $lock, $least);
}

// The lease of each renewal and check ends with that of the command that may still arrive.
$lock = new RedisLock('c', ttl: 30.0, server: $server);
$lock->acquire();
$proxy->on('EVALSHA', 'keep');
echo strtok(thrown(fn() => $lock->refresh(8.0)), ':'), "\n";
say('owned', $lock->isOwned());
$check('isOwned() afterwards', $lock, 0.0);

$lock = new RedisLock('d', ttl: 30.0, server: $server, autoRenew: true);
$lock->acquire();
$proxy->on('EVALSHA', 'keep');
echo strtok(thrown(fn() => $lock->refresh(8.0)), ':'), "\n";
pause(9.0);
say('renewed', $lock->isHeld());
$check('a renewal afterwards', $lock, 0.0);
pause(9.0);
say('renewed', $lock->isHeld());
?>
--EXPECT--
a fenced acquisition that was repeated: {"arrived":1,"counted on":true,"outlives the key":false}
the attempt of a waiter: {"arrived":1,"counted on":true,"outlives the key":false}
RedisLockConnectionException
refreshed: true
refresh() without an answer: {"arrived":1,"counted on":true,"outlives the key":false}
RedisLockConnectionException
refreshed: true
refresh(8.0) without an answer: {"arrived":1,"counted on":true,"outlives the key":false}
RedisLockConnectionException
owned: true
isOwned() afterwards: {"arrived":1,"counted on":true,"outlives the key":false}
RedisLockConnectionException
renewed: true
a renewal afterwards: {"arrived":1,"counted on":true,"outlives the key":false}
renewed: true
