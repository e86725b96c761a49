--TEST--
After a release() without a reply, detach() does not return the token, because the deletion may still arrive
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$server = "$proxy->address?read_timeout=1.5";
$lock = new RedisLock('k', ttl: 60.0, server: $server);
$detached = fn(callable $call) => str_replace($proxy->address, '<server>', thrown($call));
$lock->acquire() && $lock->release();

$lock->acquire();
$proxy->on('EVALSHA', 'keep');
echo strtok(thrown(fn() => $lock->release()), ':'), "\n";
$token = null;
echo $detached(function () use ($lock, &$token) { $token = $lock->detach(); }), "\n";
if ($token !== null) {
    $next = RedisLock::restore('k', $token, server: $redis->address);
    say('taken over', $next->refresh());
    $proxy->deliver();
    say('held by two', $next->isHeld() && (new RedisLock('k', server: $redis->address))->tryAcquire());
}
say('it can still be released', $lock->release());
say('late', $proxy->deliver());
echo $detached(fn() => $lock->detach()), "\n";

// The same with a shorter lease that may still be set.
$lock->acquire();
$lock->refresh(30.0);
$proxy->on('EVALSHA', 'keep');
echo strtok(thrown(fn() => $lock->refresh(20.0)), ':'), "\n";
echo $detached(fn() => $lock->detach()), "\n";
say('refreshed', $lock->refresh(30.0));
say('counts no longer than that one', $lock->getRemaining() < 20.0);
echo $detached(fn() => $lock->detach()), "\n";
say('released', $lock->release());

// After a reply no command is pending.
$lock->acquire();
say('handed over', strlen($lock->detach()));
?>
--EXPECT--
RedisLockConnectionException
RedisLockException: Lock "k" on <server> is not handed over: its release had no answer and may still arrive; call release() again
it can still be released: true
late: 1
RedisLockException: Lock "k" on <server> is not held, so there is nothing to hand over: acquire it first
RedisLockConnectionException
RedisLockException: Lock "k" on <server> is not handed over: a refresh() had no answer and may still arrive, and make its lease shorter; release it instead, or try again in a minute
refreshed: true
counts no longer than that one: true
RedisLockException: Lock "k" on <server> is not handed over: a refresh() had no answer and may still arrive, and make its lease shorter; release it instead, or try again in a minute
released: true
handed over: 32
