--TEST--
A replaced master that restarts claims to be a master, but a new connection asks the sentinels first
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$one = Node::start('redis-server');
$other = Node::start('redis-server', ['replicaof' => ['127.0.0.1', $one->port]]);
await('the replica', fn() => $other->info('master_link_status') === 'up');
$sentinel = new MockSentinel($one);
$server = "redis-sentinel://127.0.0.1:$sentinel->port/mymaster";
$lock = new RedisLock('k', server: $server);
$idle = new RedisLock('idle', server: $server);
say('acquired', [$lock->acquire(), $idle->acquire(), $idle->release()]);
await_copies($one, 'k');
$one->kill();
$other->ask('REPLICAOF', 'NO', 'ONE');
$sentinel->tell($other);
$one->restart();
say('two masters', [$one->info('role'), $other->info('role')]);
say('held by another', [(new RedisLock('k', server: $server))->tryAcquire(), $lock->isOwned()]);
say('idle', [$idle->acquire(), $one->ask('EXISTS', 'idle'), $other->ask('EXISTS', 'idle'), $idle->release()]);
say('released', $lock->release());
?>
--EXPECT--
acquired: [true,true,true]
two masters: ["master","master"]
held by another: [false,true]
idle: [true,0,1,true]
released: true
