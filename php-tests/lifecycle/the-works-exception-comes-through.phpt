--TEST--
An exception that the work throws comes through as it is, and the lock is released
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);
$cause = new RuntimeException('the cause');
$exception = new DomainException('from the work', 7, $cause);
foreach ([$exception, new Error('an error'), new RedisLockException('one of ours')] as $thrown) {
    try {
        $lock->synchronized(fn() => throw $thrown);
        echo "not reached\n";
    } catch (Throwable $caught) {
        say('the same object', $caught === $thrown);
        say('previous', $caught->getPrevious() === ($thrown === $exception ? $cause : null));
    }
    say('key', $redis->ask('EXISTS', 'k'));
    say('held', $lock->isHeld());
}
say('works again', $lock->synchronized(fn() => 'worked'));
?>
--EXPECT--
the same object: true
previous: true
key: 0
held: false
the same object: true
previous: true
key: 0
held: false
the same object: true
previous: true
key: 0
held: false
works again: "worked"
