--TEST--
A sentinel that names a replica is not trusted, and the next one is asked
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$master = Node::start('redis-server');
$replica = Node::start('redis-server', ['replicaof' => ['127.0.0.1', $master->port]]);
await('the replica', fn() => $replica->info('master_link_status') === 'up');
$wrong = new MockSentinel($replica);
$right = new MockSentinel($master);
foreach (['wrong, right' => [$wrong, $right], 'right, wrong' => [$right, $wrong], 'wrong' => [$wrong, $wrong]] as $what => [$first, $second]) {
    $server = "redis-sentinel://127.0.0.1:$first->port,127.0.0.1:$second->port/mymaster";
    $lock = new RedisLock('k', server: $server);
    echo "$what: ", error_of(fn() => $lock->tryAcquire()), "\n";
    // Not even a question may be answered by a replica.
    echo 'locked: ', error_of(fn() => (new RedisLock('k', server: $server))->isLocked()), "\n";
    unset($lock);
}
$wrong->tell($master);
$lock = new RedisLock('k', server: "redis-sentinel://127.0.0.1:$wrong->port/mymaster");
say('corrected', [$lock->acquire(), $lock->release()]);
?>
--EXPECTF--
wrong, right: nothing thrown, returned true
locked: nothing thrown, returned true
right, wrong: nothing thrown, returned true
locked: nothing thrown, returned true
wrong: RedisLockConnectionException: %s: cannot connect: no sentinel leads to the master "mymaster": redis://127.0.0.1:<port> is a replica (%s
locked: RedisLockConnectionException: %s: cannot connect: no sentinel leads to the master "mymaster": redis://127.0.0.1:<port> is a replica (%s
corrected: [true,true]
