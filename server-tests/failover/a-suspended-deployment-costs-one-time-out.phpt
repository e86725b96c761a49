--TEST--
If all servers of a deployment are suspended, the first search for the master costs two time-outs, later calls one, and objects none
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$sentinels = new Sentinels('redis-server', replicas: 1);
$sentinels->awaitMaster();
$cluster = new Cluster('redis-server');
$timeout = 2.0;
/** Prints the number of time-outs of each call. */
const LIMITS = [
    'the server in charge' => 1,
    'one of the others, and then the rest of them' => 2,
    'later' => 1,
    'a question' => 1,
    'objects that go' => 0,
];
foreach ([
    'Sentinel' => [$sentinels, [...$sentinels->sentinels, ...$sentinels->nodes()]],
    'cluster' => [$cluster, $cluster->nodes()],
] as $name => [$deployment, $nodes]) {
    echo "$name\n";
    $server = $deployment->server() . "?read_timeout=$timeout&connect_timeout=$timeout";
    $measure = function () use ($server, $nodes, $timeout): array {
        $locks = array_map(fn(int $n) => new RedisLock("{k}$n", server: $server), range(0, 3));
        foreach ($locks as $lock) {
            $lock->acquire(60.0) ?: throw new RuntimeException('not acquired');
        }
        array_map(fn($node) => $node->suspend(), $nodes);
        $cost = function (callable $call) use ($timeout): int {
            $start = now();
            $call();
            return time_outs(now() - $start, $timeout);
        };
        $costs = array_combine(array_keys(LIMITS), [
            $cost(fn() => thrown(fn() => $locks[0]->refresh())),
            $cost(fn() => thrown(fn() => $locks[0]->refresh())),
            $cost(fn() => thrown(fn() => $locks[0]->refresh())),
            $cost(fn() => thrown(fn() => $locks[0]->isOwned())),
            $cost(function () use (&$locks, &$lock) {
                $locks = $lock = null;
            }),
        ]);
        array_map(fn($node) => $node->resume(), $nodes);
        $again = new RedisLock('{k}0', server: $server);
        $again->forceRelease();
        return $costs;
    };
    foreach (least_of_each($measure, LIMITS) as $what => $count) {
        say($what, $count);
    }
}
?>
--EXPECT--
Sentinel
the server in charge: 1
one of the others, and then the rest of them: 2
later: 1
a question: 1
objects that go: 0
cluster
the server in charge: 1
one of the others, and then the rest of them: 2
later: 1
a question: 1
objects that go: 0