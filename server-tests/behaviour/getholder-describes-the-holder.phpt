--TEST--
getHolder() returns the holder's label, its remaining seconds and whether the lock is ours; a timeout's message names the label
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$lock = new RedisLock($key = Kind::newKey(), ttl: 60.0, server: $kind->server, label: 'worker %p');
$other = new RedisLock($key, wait: 0.0, server: $kind->server);
say('no holder', [$lock->getHolder(), $other->getHolder()]);
$child = child(<<<'PHP'
    [, $key] = $argv;
    $lock = new RedisLock($key, ttl: 60.0, server: Kind::current()->server, label: 'worker %p');
    say('acquired', $lock->acquire());
    hear();
    PHP, [$key]);
echo $child->hear(), "\n";
$holder = $other->getHolder();
say('another process', [$holder->label === "worker {$child->processId()}", $holder->remaining > 30.0 && $holder->remaining <= 60.0, $holder->isOwn]);
try {
    $other->synchronized(fn() => null);
} catch (RedisLockTimeoutException $timeout) {
    say('the message', preg_match('/: "worker \d+" holds it, for \d+\.\d+ more seconds unless they renew it$/', $timeout->getMessage()));
}
$child->tell('end');
$child->finish();
say('acquired', $lock->acquire());
say('ours', [$lock->getHolder()->isOwn, $other->getHolder()->isOwn, $lock->getHolder()->label === 'worker ' . getmypid()]);
say('stored', $kind->keyHolds($key) === $lock->getToken());
?>
--EXPECT--
no holder: [null,null]
acquired: true
another process: [true,true,false]
the message: 1
acquired: true
ours: [true,false,true]
stored: true
