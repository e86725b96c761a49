--TEST--
If a signal handler's release with the same token has no reply while a call awaits its own, the call grants no lock that the late release would end
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

pcntl_async_signals(true);
$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$handlers = FaultProxy::before($redis);
foreach ([
    'refresh()' => ['EVALSHA', false, fn($lock) => $lock->refresh()],
    'acquire() of a held lock' => ['EVALSHA', false, fn($lock) => $lock->acquire()],
    'acquire()' => ['SET', true, fn($lock) => $lock->acquire()],
    'acquire() of a share' => ['EVALSHA', true, fn($lock) => $lock->acquire()],
] as $name => [$command, $isFree, $call]) {
    $isShare = str_contains($name, 'share');
    $options = ['token' => 'T', 'autoRelease' => false, 'shared' => $isShare];
    foreach (['loads the scripts', $name] as $key) {
        $lock = new RedisLock($key, 60.0, 0.0, "$proxy->address?read_timeout=20", ...$options);
        $lock->acquire();
        $lock->refresh();
        ($isFree || $key !== $name) && $lock->release();
    }
    pcntl_signal(SIGUSR1, function () use ($name, $isShare, $handlers, $proxy) {
        $other = RedisLock::restore($name, 'T', 60.0, "$handlers->address?read_timeout=1", autoRelease: false, shared: $isShare);
        array_map(fn(string $command) => $handlers->on($command, 'keep'), ['EVAL', 'EVALSHA']);
        say('in the handler', str_contains(thrown($other->release(...)), 'no reply'));
        $proxy->sendKeptReplies();
    });
    $proxy->on($command, 'signal', getmypid());
    say($name, strtok(thrown(fn() => $call($lock)), ':'));
    $handlers->reset();
    $handlers->deliver();
    await('the release', fn() => $redis->ask('EXISTS', $name) === 0);
    say('  still held', $lock->isHeld());
    $proxy->reset();
}
?>
--EXPECT--
in the handler: true
refresh(): "RedisLockConnectionException"
  still held: false
in the handler: true
acquire() of a held lock: "RedisLockConnectionException"
  still held: false
in the handler: true
acquire(): "RedisLockConnectionException"
  still held: false
in the handler: true
acquire() of a share: "RedisLockConnectionException"
  still held: false
