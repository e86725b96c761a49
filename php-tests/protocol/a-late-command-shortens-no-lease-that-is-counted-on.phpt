--TEST--
A command that was given up arrives later than the ones after it: no lease outlives the key, so nobody else gets the lock meanwhile
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$server = "$proxy->address?read_timeout=0.3";
// Everybody's scripts are known, so what is kept is the one command that counts.
$teach = new RedisLock('teach', ttl: 9.0, server: $server, fenced: true);
$teach->acquire() && $teach->refresh() && $teach->refresh(1.0) && $teach->isOwned() && $teach->release();

$check = function (string $what, RedisLock $lock, bool $refreshed) use ($redis, $proxy) {
    $delivered = $proxy->deliver();
    $left = $redis->ask('PTTL', $lock->getKey()) / 1000;
    say($what, [$delivered, $refreshed, $lock->getRemaining() <= $left]);
    // The lease that the late command has given the key is over.
    $redis->ask('PEXPIRE', $lock->getKey(), (string) max(0, (int) ($left * 1000) - 3000));
    say('  two holders', (new RedisLock($lock->getKey(), server: $redis->address))->tryAcquire() && $lock->isHeld() && $left < 4.0);
};

$lock = new RedisLock('a fenced acquisition, repeated', ttl: 3.0, server: $server, fenced: true);
$proxy->on('EVALSHA', 'lose');
$lock->acquire();
$check($lock->getKey(), $lock, $lock->refresh(30.0));

$lock = new RedisLock('an acquisition after a wait, repeated', ttl: 3.0, server: $server);
$other = new RedisLock($lock->getKey(), ttl: 0.2, server: $redis->address, autoRelease: true);
$other->acquire();
$proxy->always('HELLO', 'say', "-NOPERM no\r\n"); // no queue
$proxy->on('EVALSHA', 'pass');
$waits = 0;
$proxy->on('EVALSHA', 'lose');
$lock->acquire();
$proxy->behave();
$check($lock->getKey(), $lock, $lock->refresh(30.0));

foreach (['refresh() without an answer' => null, 'refresh(0.5) without an answer' => 0.5] as $what => $ttl) {
    $lock = new RedisLock($what, ttl: 3.0, server: $server);
    $lock->acquire();
    $proxy->on('EVALSHA', 'keep');
    echo strtok(thrown(fn() => $lock->refresh($ttl)), ':'), "\n";
    $check($what, $lock, $lock->refresh(30.0));
}
?>
