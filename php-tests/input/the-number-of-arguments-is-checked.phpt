--TEST--
Too few and too many arguments are ArgumentCountErrors
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$lock = new RedisLock('k');
$none = ['tryAcquire', 'release', 'detach', 'forceRelease', 'isHeld', 'isOwned', 'isLocked', 'getHolder', 'getKey', 'getToken', 'getFence', 'getTtl', 'getRemaining', 'getWaited'];
refusals([
    '__construct' => fn() => new RedisLock(),
    '__construct, sixteen' => fn() => new RedisLock('k', 1.0, 1.0, null, false, INF, false, false, 0.1, 0, 't', true, '', true, false, 'one more'),
    'restore' => fn() => RedisLock::restore('k'),
    'restore, fifteen' => fn() => RedisLock::restore('k', 't', 1.0, null, 1.0, false, INF, false, false, 0.1, 0, true, true, false, 'one more'),
    'acquire' => fn() => $lock->acquire(1.0, 2.0),
    'refresh' => fn() => $lock->refresh(1.0, 2.0),
    'synchronized' => fn() => $lock->synchronized(),
    'synchronized, three' => fn() => $lock->synchronized(fn() => 1, 1.0, 1),
    'stats' => fn() => RedisLock::stats(1),
]);
refusals(array_combine($none, array_map(fn($method) => fn() => $lock->$method('too much'), $none)));
?>
--EXPECT--
__construct => ArgumentCountError: RedisLock::__construct() expects at least 1 argument, 0 given
__construct, sixteen => ArgumentCountError: RedisLock::__construct() expects at most 15 arguments, 16 given
restore => ArgumentCountError: RedisLock::restore() expects at least 2 arguments, 1 given
restore, fifteen => ArgumentCountError: RedisLock::restore() expects at most 14 arguments, 15 given
acquire => ArgumentCountError: RedisLock::acquire() expects at most 1 argument, 2 given
refresh => ArgumentCountError: RedisLock::refresh() expects at most 1 argument, 2 given
synchronized => ArgumentCountError: RedisLock::synchronized() expects at least 1 argument, 0 given
synchronized, three => ArgumentCountError: RedisLock::synchronized() expects at most 2 arguments, 3 given
stats => ArgumentCountError: RedisLock::stats() expects exactly 0 arguments, 1 given
tryAcquire => ArgumentCountError: RedisLock::tryAcquire() expects exactly 0 arguments, 1 given
release => ArgumentCountError: RedisLock::release() expects exactly 0 arguments, 1 given
detach => ArgumentCountError: RedisLock::detach() expects exactly 0 arguments, 1 given
forceRelease => ArgumentCountError: RedisLock::forceRelease() expects exactly 0 arguments, 1 given
isHeld => ArgumentCountError: RedisLock::isHeld() expects exactly 0 arguments, 1 given
isOwned => ArgumentCountError: RedisLock::isOwned() expects exactly 0 arguments, 1 given
isLocked => ArgumentCountError: RedisLock::isLocked() expects exactly 0 arguments, 1 given
getHolder => ArgumentCountError: RedisLock::getHolder() expects exactly 0 arguments, 1 given
getKey => ArgumentCountError: RedisLock::getKey() expects exactly 0 arguments, 1 given
getToken => ArgumentCountError: RedisLock::getToken() expects exactly 0 arguments, 1 given
getFence => ArgumentCountError: RedisLock::getFence() expects exactly 0 arguments, 1 given
getTtl => ArgumentCountError: RedisLock::getTtl() expects exactly 0 arguments, 1 given
getRemaining => ArgumentCountError: RedisLock::getRemaining() expects exactly 0 arguments, 1 given
getWaited => ArgumentCountError: RedisLock::getWaited() expects exactly 0 arguments, 1 given
