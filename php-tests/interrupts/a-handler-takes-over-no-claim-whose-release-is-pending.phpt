--TEST--
While a release, or a refresh() to a shorter TTL, awaits its reply, a handler's other object does not take over the claim
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

pcntl_async_signals(true);
$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
foreach (['release' => fn($lock) => $lock->release(), 'shorter' => fn($lock) => $lock->refresh(1.0)] as $name => $call) {
    foreach (['refresh' => 'T', 'acquire' => 'T', 'refresh of a generated token' => null] as $method => $token) {
        $key = "$name $method";
        $lock = new RedisLock($key, 60.0, server: "$proxy->address?read_timeout=4", token: $token, autoRelease: false);
        $lock->acquire();
        $token = $lock->getToken();
        $take_over = fn() => strtok(thrown(fn() => RedisLock::restore($key, $token, 60.0, $redis->address, wait: 0.0, autoRelease: false)->{strtok($method, ' ')}()), ':');
        pcntl_signal(SIGALRM, function () use ($take_over, $key) {
            say("$key, in the handler", $take_over());
        });
        array_map(fn(string $command) => $proxy->on($command, 'keep'), ['EVAL', 'EVALSHA', 'DELEX', 'DELIFEQ']);
        pcntl_alarm(1);
        say('  called', strtok(thrown(fn() => $call($lock)), ':'));
        $proxy->reset();
        say('  the late command', $proxy->deliver());
    }
}
?>
--EXPECT--
release refresh, in the handler: "RedisLockConnectionException"
  called: "RedisLockConnectionException"
  the late command: 1
release acquire, in the handler: "RedisLockConnectionException"
  called: "RedisLockConnectionException"
  the late command: 1
release refresh of a generated token, in the handler: "RedisLockConnectionException"
  called: "RedisLockConnectionException"
  the late command: 1
shorter refresh, in the handler: "RedisLockConnectionException"
  called: "RedisLockConnectionException"
  the late command: 1
shorter acquire, in the handler: "RedisLockConnectionException"
  called: "RedisLockConnectionException"
  the late command: 1
shorter refresh of a generated token, in the handler: "RedisLockConnectionException"
  called: "RedisLockConnectionException"
  the late command: 1
