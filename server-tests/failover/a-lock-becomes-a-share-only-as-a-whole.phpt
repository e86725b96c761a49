--TEST--
While its slot migrates, a lock that is to become a share becomes one or stays as it is; no change deletes it
--SKIPIF--
<?php require __DIR__ . '/../../php-tests/inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

/** Returns a lock's place: the server that has its slot, and another one. */
function places(Cluster $cluster, string $key): array
{
    $from = $cluster->nodeOf($key);
    $others = array_values(array_filter($cluster->masters(), fn(Node $node) => $node !== $from));
    return [$from, $others[0]];
}

$cluster = new Cluster('redis-server');
// Without helper keys the server takes the script for one of a single key.
[$from, $to] = places($cluster, $key = 'a}b');
$writer = new RedisLock($key, ttl: 600.0, server: $cluster->server());
$writer->acquire();
foreach ($cluster->migratingSlot($key, $to) as $state) {
    if ($state === 'migrating') {
        $token = $writer->detach();
        $reader = RedisLock::restore($key, $token, ttl: 600.0, wait: 0.0, server: $cluster->server(), shared: true, autoRelease: false);
        say('a key without helpers: a share', $reader->acquire());
        say('the lock is still there', RedisLock::restore($key, $token, server: $cluster->server(), autoRelease: false)->isOwned());
    }
}

// A migration begins and is called off again and again, also between two commands of the change.
[$from, $to] = places($cluster, $key = 'plain');
$slot = $from->ask('CLUSTER', 'KEYSLOT', $key);
$to->ask('CLUSTER', 'SETSLOT', $slot, 'IMPORTING', $cluster->id($from));
$mover = child(<<<'PHP'
    [, $port, $slot, $to] = $argv;
    $from = new RespClient("tcp://127.0.0.1:$port");
    echo "ready\n";
    while (!parent_is_gone()) {
        $from->ask('CLUSTER', 'SETSLOT', $slot, 'MIGRATING', $to);
        usleep(mt_rand(0, 400));
        $from->ask('CLUSTER', 'SETSLOT', $slot, 'STABLE');
        usleep(mt_rand(100, 1_500));
    }
    PHP, [$from->port, $slot, $cluster->id($to)]);
$mover->hear();
$changes = $lost = 0;
for ($end = now() + 60.0; $changes < 300 && now() < $end;) {
    $token = null;
    try {
        // In the middle of a migration a lock is taken at the other server, where it is not asked for here.
        $writer = new RedisLock($key, ttl: 2.0, wait: 10.0, server: $cluster->server());
        if (!$writer->acquire() || retried(fn() => $from->ask('EXISTS', $key)) === 0) {
            continue;
        }
        $token = $writer->detach();
        RedisLock::restore($key, $token, ttl: 600.0, wait: 0.0, server: $cluster->server(), shared: true, autoRelease: false)->acquire();
    } catch (RedisLockException) {
        if ($writer->isHeld() || $token === null) {
            continue; // the writer's command
        }
    }
    $changes++;
    $lost += retried(fn() => $from->ask('EXISTS', $key)) === 0 ? 1 : 0;
    retried(fn() => $from->ask('DEL', $key));
}
$mover->finish();
say('changes', $changes);
say('the lock was gone', $lost);

/** Asks the node again while the slot is on its way. */
function retried(callable $ask): mixed
{
    return await('an answer', function () use ($ask) {
        try {
            return [$ask()];
        } catch (RuntimeException) {
            return null;
        }
    })[0];
}
?>
--EXPECT--
a key without helpers: a share: false
the lock is still there: true
changes: 300
the lock was gone: 0
