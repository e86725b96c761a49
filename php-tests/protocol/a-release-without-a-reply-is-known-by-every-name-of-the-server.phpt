--TEST--
After a release without a reply, its token is not acquired with again under another notation of the server, nor by a forked child
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/forks.php';

$redis = RedisServer::start(tcp: true);
$proxy = FaultProxy::before($redis);
$lock = fn(string $server, string $token = 'T') => new RedisLock('k', 30.0, 0.0, $server, token: $token, autoRelease: false);
$one = $lock("$proxy->address?read_timeout=1.5");
say('acquired', [$one->acquire(), $one->release(), $one->acquire()]);
$proxy->on('EVALSHA', 'keep');
echo substr(thrown(fn() => $one->release()), 0, 60), "\n";
$redis->ask('DEL', 'k');
$refused = fn(RedisLock $lock) => str_contains(thrown(fn() => $lock->acquire()), 'had no answer and may still arrive');
foreach ([$proxy->address, $redis->address, "redis://127.0.0.1:$redis->port", "redis://127.0.0.1:$redis->port/0"] as $server) {
    say('refused', $refused($lock($server)));
}
echo in_child(fn() => say('refused in a child', $refused($lock($redis->address))));
say('another token', $lock($redis->address, 'another')->acquire());
say('arrived', [$proxy->deliver(), $redis->ask('GET', 'k')]);
?>
--EXPECT--
acquired: [true,true,true]
RedisLockConnectionException: Cannot release lock "k" on uni
refused: true
refused: true
refused: true
refused: true
refused in a child: true
another token: true
arrived: [1,"another"]
