--TEST--
With `replicas` a share counts when that number of replicas has it, and is released otherwise
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/replicas.php';
require __DIR__ . '/../inc/shares.php';

[$master, $replica] = master_and_replicas();
$kinds = [
    'reader' => fn(int $replicas, float $ttl = 2.0) => reader($master, replicas: $replicas, ttl: $ttl),
    'semaphore' => fn(int $replicas, float $ttl = 2.0) => semaphore($master, 5, replicas: $replicas, weight: 2, ttl: $ttl),
];
foreach ($kinds as $kind => $make) {
    $other = $make(0, 600.0);
    $other->acquire();
    $lock = $make(1);
    $member = fn() => member($lock, $kind === 'reader' ? 1 : 2);
    say($kind, [$lock->acquire(), isset(sharers($replica)[$member()]), $lock->isOwned(), $lock->release()]);
    $lock = $make(2);
    say('  one replica too few', [$lock->acquire(), $lock->isHeld(), isset(sharers($master)[$member()])]);
    say('  the other has its own', [$other->isOwned(), $other->release(), $master->ask('EXISTS', 'k')]);
}
[$other, $mine] = [reader($master), reader($master, token: 'mine')];
say('two read', [$other->acquire(), $mine->acquire()]);
try {
    writer($master, token: 'mine', replicas: 2)->synchronized(fn() => print "the work ran\n");
} catch (RedisLockTimeoutException $exception) {
    say('what becomes no lock needs no replica', preg_match('/2 share it/', $exception->getMessage()) ?: $exception->getMessage());
}
say('both have theirs', [$other->release(), $mine->release()]);
?>
--EXPECT--
reader: [true,true,true,true]
  one replica too few: [false,false,false]
  the other has its own: [true,true,0]
semaphore: [true,true,true,true]
  one replica too few: [false,false,false]
  the other has its own: [true,true,0]
two read: [true,true]
what becomes no lock needs no replica: 1
both have theirs: [true,true]
