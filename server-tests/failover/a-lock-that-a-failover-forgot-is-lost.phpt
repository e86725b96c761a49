--TEST--
If the master crashes before its replicas have the lock, the holder notices the loss long before its lease ends
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$sentinels = new Sentinels('redis-server');
$cluster = new Cluster('redis-server');
foreach (['Sentinel' => $sentinels, 'cluster' => $cluster] as $name => $deployment) {
    echo "$name\n";
    foreach ([true, false] as $autoRenew) {
        $deployment instanceof Cluster ? $cluster->awaitHealthy() : $sentinels->awaitReplicas(2);
        $master = $deployment instanceof Cluster ? $cluster->nodeOf('k') : $sentinels->at($sentinels->awaitMaster());
        $others = array_filter($deployment->nodes(), fn(Node $node) => $node->info('role') === 'slave' && (int) $node->info('master_port') === $master->port);
        $known = new RedisLock('{k}known', ttl: 600.0, abortOnLoss: true, server: $deployment->server());
        say('known', $known->acquire());
        await_copies($master, 'k', count($others));
        // The replicas are suspended, so later writes never reach them.
        array_walk($others, fn(Node $node) => $node->suspend());
        $master->ask('CLIENT', 'KILL', 'TYPE', 'replica');
        $lock = new RedisLock('k', ttl: 600.0, autoRenew: $autoRenew, abortOnLoss: true, server: $deployment->server());
        say('acquired', $lock->acquire());
        $thrown = 'nothing';
        try {
            $master->kill();
            array_walk($others, fn(Node $node) => $node->resume());
            for ($start = now(); now() < $start + 120.0;) {
                usleep(100_000);
            }
        } catch (RedisLockLostException $exception) {
            $thrown = preg_replace('/ on .*? was/', ' was', $exception->getMessage());
        }
        say('thrown', $thrown);
        say('held, owned, released', [$lock->isHeld(), $lock->isOwned(), $lock->release()]);
        say('the known one', [$known->isHeld(), $known->isOwned()]);
        say('acquired anew', [$lock->acquire(60.0), $lock->release()]);
        $known->release();
        $deployment->restart($master);
    }
}
?>
--EXPECT--
Sentinel
known: true
acquired: true
thrown: "Lock \"k\" was lost: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"
held, owned, released: [false,false,false]
the known one: [true,true]
acquired anew: [true,true]
known: true
acquired: true
thrown: "Lock \"k\" was lost: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"
held, owned, released: [false,false,false]
the known one: [true,true]
acquired anew: [true,true]
cluster
known: true
acquired: true
thrown: "Lock \"k\" was lost: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"
held, owned, released: [false,false,false]
the known one: [true,true]
acquired anew: [true,true]
known: true
acquired: true
thrown: "Lock \"k\" was lost: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"
held, owned, released: [false,false,false]
the known one: [true,true]
acquired anew: [true,true]
