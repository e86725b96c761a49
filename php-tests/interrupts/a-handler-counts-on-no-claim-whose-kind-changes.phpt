--TEST--
While a change between a share and the lock awaits its reply, a handler's other object does not count on the claim
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

pcntl_async_signals(true);
$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$slow = "$proxy->address?read_timeout=4";
foreach (['the lock' => false, 'a share' => true] as $name => $isShare) {
    foreach (['loads the scripts', $name] as $key) {
        (new RedisLock($key, 60.0, server: $redis->address, token: 'T', autoRelease: false, shared: !$isShare))->acquire();
        $changing = RedisLock::restore($key, 'T', 60.0, $slow, wait: 0.0, autoRelease: false, shared: $isShare);
        $key === $name || $changing->acquire();
    }
    pcntl_signal(SIGALRM, function () use ($name, $isShare, $redis, &$other) {
        $other = RedisLock::restore($name, 'T', 60.0, $redis->address, wait: 0.0, autoRelease: false, shared: !$isShare);
        say('in the handler', $other->isOwned());
    });
    $proxy->on('EVALSHA 8', 'keep'); // only the command that changes has the time by which it must be executed
    pcntl_alarm(1);
    say("becomes $name", strtok(thrown(fn() => $changing->acquire()), ':'));
    say('  the late command', [$proxy->deliver(), $redis->ask('TYPE', $name)]);
    say('  counted on', $other->isHeld());
    $proxy->reset();
}
?>
--EXPECT--
in the handler: true
becomes the lock: "RedisLockConnectionException"
  the late command: [1,"zset"]
  counted on: false
in the handler: true
becomes a share: "RedisLockConnectionException"
  the late command: [1,"string"]
  counted on: false
