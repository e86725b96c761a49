--TEST--
A blocking acquire() waits in the queue and has the lock as soon as it is released; max_wait ends it with a conflict that names the holder
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\LockFactory;

const WAITER = <<<'PHP'
    $lock = (new Symfony\Component\Lock\LockFactory(new RedisLock\Symfony\RedisLockStore($argv[1])))->createLock('turn');
    hear();
    $lock->acquire(true);
    echo "got it\n";
    hear();
    $lock->release();
    PHP;

$redis = RedisServer::start();
$factory = new LockFactory(new RedisLockStore($redis->address, label: 'the test', maxWait: 0.2));
$lock = $factory->createLock('turn');
say('acquired', $lock->acquire());

$waiters = [];
foreach (['first', 'second'] as $n => $name) {
    $waiters[$name] = child(WAITER, [$redis->address]);
    $waiters[$name]->tell('go');
    // Two watch the lock.
    await("the $name waiter", fn() => count($redis->seats()) === $n + 1);
}
say('neither', [$waiters['first']->hasSpoken(), $waiters['second']->hasSpoken()]);
$lock->release();
// The first one is overtaken if a busy machine suspends it for 20 ms.
while ($waiters !== []) {
    $name = await('the next owner', fn() => array_key_first(array_filter($waiters, fn(PhpChild $waiter) => $waiter->hasSpoken())));
    say('one of them', $waiters[$name]->hear());
    $waiters[$name]->tell('release');
    $waiters[$name]->finish();
    unset($waiters[$name]);
}

say('acquired again', $lock->acquire());
$late = $factory->createLock('turn');
say('without waiting', $late->acquire());
try {
    $late->acquire(true);
} catch (Symfony\Component\Lock\Exception\LockConflictedException $exception) {
    say('at the end of max_wait', $exception->getMessage());
}
say('still held', $lock->isAcquired());
?>
--EXPECT--
acquired: true
neither: [false,false]
one of them: "got it"
one of them: "got it"
acquired again: true
without waiting: false
at the end of max_wait: "Another owner (the test) has held the lock \"turn\" for all the time that this process waits (max_wait, 0.2 seconds)."
still held: true
