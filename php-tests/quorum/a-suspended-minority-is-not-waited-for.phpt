--TEST--
Two suspended servers of five are not waited for, and they delete the lock when they resume
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(5);
// A client that awaited a reply of a suspended server would wait until the test's end.
$lock = new RedisLock('k', server: addresses($servers, '?read_timeout=600'));
say('cycle', $lock->acquire() && $lock->release());
$servers[1]->suspend();
$servers[4]->suspend();
for ($n = 0; $n < 100; $n++) {
    $lock->acquire() && $lock->isOwned() && $lock->refresh() && $lock->release() || exit("cycle $n");
}
say('acquired', $lock->acquire());
$other = new RedisLock('k', server: addresses($servers, '?read_timeout=600'));
say('the other one, within its time', $other->acquire(0.05));
say('released', $lock->release());
$servers[1]->resume();
$servers[4]->resume();
// The next call sends them the commands that they have missed.
await('nothing left', fn() => $lock->acquire() && $lock->release() && holders($servers, 'k') === 0);
?>
--EXPECT--
cycle: true
acquired: true
the other one, within its time: false
released: true
