--TEST--
If an acquisition had no reply, its own process deletes the orphaned key at its next command, and a forked child does not
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/forks.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$proxy->on('SET', 'hang');
$address = "$proxy->address?read_timeout=" . (is_slow() ? 3 : 0.3);
say('acquire', strtok(thrown((new RedisLock('k', ttl: 600.0, server: $address))->acquire(...)), ':'));
echo in_child(function () use ($address) {
    say('child: another lock', (new RedisLock('own', server: $address))->synchronized(fn(RedisLock $lock) => $lock->isOwned()));
});
say('key after the child', $redis->ask('EXISTS', 'k'));
say('parent: another lock', (new RedisLock('own', server: $address))->synchronized(fn(RedisLock $lock) => $lock->isOwned()));
say('keys left', $redis->ask('DBSIZE'));
?>
--EXPECT--
acquire: "RedisLockConnectionException"
child: another lock: true
key after the child: 1
parent: another lock: true
keys left: 0
