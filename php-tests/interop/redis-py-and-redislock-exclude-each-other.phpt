--TEST--
redis-py's Lock and RedisLock exclude each other, wait for each other, and neither frees the other's lock
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
$lock = new RedisLock('k', wait: 60.0, server: $redis->address);

$python_does('acquire');
say('tryAcquire', $lock->tryAcquire());
say('locked, owned, released', [$lock->isLocked(), $lock->isOwned(), $lock->release()]);
$python_does('owned');
$python_does('reacquire');
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
$python_does('release');
say('owned', $lock->isOwned());
fclose($pipes[0]);
say('exit code', proc_close($python));
?>
--EXPECT--
redis-py: acquire: True
tryAcquire: false
locked, owned, released: [true,false,false]
redis-py: owned: True
redis-py: reacquire: True
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
redis-py: release: LockNotOwnedError
owned: true
exit code: 0
