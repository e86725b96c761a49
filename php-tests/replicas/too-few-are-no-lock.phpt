--TEST--
With too few replicas no lock is granted, the master's key is deleted, and synchronized() names the number that acknowledged
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';
require __DIR__ . '/../inc/replicas.php';

[$master, $replica] = master_and_replicas();
$replica->suspend();
foreach ([false, true] as $fenced) {
    // The shorter one counts: half a second each. Halves of the other would be five.
    foreach (['?read_timeout=10' => 1.0, '?read_timeout=1' => 10.0] as $option => $ttl) {
        $lock = new RedisLock('k', ttl: $ttl, fenced: $fenced, replicas: 1, server: $master->address . $option);
        $start = now();
        say('tryAcquire', [$lock->tryAcquire(), $lock->isHeld(), $lock->getFence()]);
        $took = now() - $start;
        say('took half', $took >= 0.5 && $took < 4.5 ? true : $took);
        say('on the master', $master->ask('EXISTS', 'k'));
    }
}
$lock = new RedisLock('k', ttl: 0.2, replicas: 1, server: $master->address);
$start = now();
say('acquire', $lock->acquire(1.0));
say('waited', now() - $start >= 1.0 && $lock->getWaited() >= 1.0);
say('several attempts', RedisLock::stats()['attempts'] > 4 + 1);
say('on the master', $master->ask('EXISTS', 'k'));
echo preg_replace('/\d\.\d+ seconds/', '... seconds', failure(fn() => $lock->synchronized(fn() => print "the work ran\n", 0.3))), "\n";
// One replica of two is not enough.
$second = RedisServer::start(['replicaof' => ['127.0.0.1', (string) $master->port]], tcp: true);
await('the second replica', fn() => str_contains($second->ask('INFO', 'replication'), 'master_link_status:up'));
$both = new RedisLock('k', ttl: 2.0, replicas: 2, server: "$master->address?read_timeout=20");
$one = fn() => (new RedisLock('one', ttl: 2.0, replicas: 1, server: "$master->address?read_timeout=20"))->tryAcquire();
await('one', $one); // counted from when the master has heard of it
echo preg_replace('/\d\.\d+ seconds/', '... seconds', failure(fn() => $both->synchronized(fn() => print "the work ran\n", 0.0))), "\n";
// If another client holds the lock in the end, the message gives that reason.
$master->ask('SET', 'k', 'another-client');
echo preg_replace('/\d\.\d+ seconds/', '... seconds', failure(fn() => $both->synchronized(fn() => print "the work ran\n", 0.0))), "\n";
$master->ask('DEL', 'k');
$replica->resume();
say('once it goes on', await('the replica', fn() => $lock->tryAcquire()));
say('errors', RedisLock::stats()['errors']);
?>
--EXPECT--
tryAcquire: [false,false,null]
took half: true
on the master: 0
tryAcquire: [false,false,null]
took half: true
on the master: 0
tryAcquire: [false,false,null]
took half: true
on the master: 0
tryAcquire: [false,false,null]
took half: true
on the master: 0
acquire: false
waited: true
several attempts: true
on the master: 0
RedisLockTimeoutException: Lock "k" on unix://.../redis.sock was not acquired within ... seconds: only 0 of 1 replicas acknowledged it in time (does this server have that many replicas, and do they keep up?)
RedisLockTimeoutException: Lock "k" on unix://.../redis.sock was not acquired within ... seconds: only 1 of 2 replicas acknowledged it in time (does this server have that many replicas, and do they keep up?)
RedisLockTimeoutException: Lock "k" on unix://.../redis.sock was not acquired within ... seconds: another owner holds it, and its key has no expiry, so it will not get free by itself (if no client needs it, forceRelease() deletes it)
once it goes on: true
errors: 0
