--TEST--
redis-py's Lock on one of its keys and a RedisMultiLock exclude each other, and neither frees the other's lock
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('redis-py'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/needs.php';

$redis = RedisServer::start();
$python = proc_open([python_with_redis(), __DIR__ . '/../inc/redis-py-lock.py', $redis->socket], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
if (fgets($pipes[1]) !== "ready\n") {
    exit("redis-py does not start\n");
}
$python_does = function (string $command) use ($pipes): void {
    fwrite($pipes[0], "$command\n");
    echo fgets($pipes[1]);
};
// redis-py's lock is "k".
$lock = new RedisMultiLock(['j', 'k', 'l'], wait: 60.0, server: $redis->address);

$python_does('acquire');
say('tryAcquire', [$lock->tryAcquire(), $lock->getBlockedBy(), $redis->ask('EXISTS', 'j', 'l')]);
$python_does('release');
say('acquire', $lock->acquire());
$python_does('acquire');
$python_does('release');
say('owned', $lock->isOwned());
fwrite($pipes[0], "wait\n");
say('release', $lock->release());
echo fgets($pipes[1]);
say('tryAcquire', $lock->tryAcquire());
$python_does('release');
$python_does('acquire for a moment');
say('acquire, once it has expired', $lock->acquire());
say('release', $lock->release());
?>
--EXPECT--
redis-py: acquire: True
tryAcquire: [false,"k",0]
redis-py: release: True
acquire: true
redis-py: acquire: False
redis-py: release: LockError
owned: true
release: true
redis-py: wait: True
tryAcquire: false
redis-py: release: True
redis-py: acquire for a moment: True
acquire, once it has expired: true
release: true
