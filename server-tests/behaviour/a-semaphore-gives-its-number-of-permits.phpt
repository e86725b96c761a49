--TEST--
A semaphore gives its permits by weight, and a waiter gets them when enough are released or expire; a list of servers is refused
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
// A majority of votes does not bound the number of holders: there a semaphore is on one of the servers.
$server = ((array) $kind->server)[0];
try {
    new RedisSemaphore($key, permits: 3, server: [$server, 'redis://127.0.0.1:1', 'redis://127.0.0.1:2']);
} catch (ValueError $error) {
    say('over several servers', $error->getMessage() !== '');
}
$take = fn(int $weight = 1, float $ttl = 60.0, bool $autoRenew = false) => new RedisSemaphore($key, permits: 3, ttl: $ttl, server: $server, weight: $weight, autoRenew: $autoRenew);
[$one, $two, $other] = [$take(), $take(2), $take()];
say('one, and two', [$one->acquire(), $two->acquire(), $one->getFree()]);
say('one more', $other->tryAcquire());
say('a lock', (new RedisLock($key, server: $server))->tryAcquire());
$waiter = child(<<<'PHP'
    $semaphore = new RedisSemaphore($argv[1], permits: 3, server: ((array) Kind::current()->server)[0], weight: 2);
    say('without success', $semaphore->acquire(0.2));
    say('in time', $semaphore->acquire(60.0));
    say('held', [$semaphore->isHeld(), $semaphore->getFree()]);
    hear();
    PHP, [$key]);
echo $waiter->hear(), "\n";
say('one goes', $one->release());
say('two go', $two->release());
echo $waiter->hear(), "\n", $waiter->hear(), "\n";
say('one more', [$other->acquire(), $take()->tryAcquire()]);
$waiter->tell('end');
echo $waiter->finish();
say('it gave them back', $one->acquire(60.0) && $take()->acquire(60.0));
say('ended', [$one->forceRelease(), $other->isOwned(), $one->getFree()]);

$renewed = $take(2, 4.0, true);
$renewed->acquire();
$killed = child('$semaphore = new RedisSemaphore($argv[1], permits: 3, ttl: 4.4, server: ((array) Kind::current()->server)[0]); say("acquired", $semaphore->acquire()); hear();', [$key], killed: true);
echo $killed->hear(), "\n";
$killed->kill();
say('as soon as its lease is over', [$other->acquire(60.0), $renewed->isOwned(), $other->getFree()]);
?>
--EXPECT--
over several servers: true
one, and two: [true,true,0]
one more: false
a lock: false
without success: false
one goes: true
two go: true
in time: true
held: [true,1]
one more: [true,false]
it gave them back: true
ended: [2,false,3]
acquired: true
as soon as its lease is over: [true,true,0]
