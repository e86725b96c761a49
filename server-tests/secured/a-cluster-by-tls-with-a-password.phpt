--TEST--
With rediss-cluster:// TLS and the password apply to every node, also to nodes that others name
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$certificates = (new Certificates())->issue('server');
$nodes = [];
foreach ([[0, 8000], [8001, 16_383]] as [$first, $last]) {
    $nodes[] = $node = Node::start('redis-server', ['cluster-enabled' => 'yes', 'tls-cluster' => 'yes', 'cluster-port' => free_port()], 'of the nodes', $certificates);
    $node->ask('CLUSTER', 'SET-CONFIG-EPOCH', count($nodes));
    $node->ask('CLUSTER', 'ADDSLOTSRANGE', $first, $last);
}
$nodes[0]->ask('CLUSTER', 'MEET', '127.0.0.1', $nodes[1]->port, (int) $nodes[1]->ask('CONFIG', 'GET', 'cluster-port')[1]);
foreach ($nodes as $node) {
    await('a cluster', fn() => str_contains($node->ask('CLUSTER', 'INFO'), 'cluster_state:ok'));
}

$server = "rediss-cluster://:of%20the%20nodes@127.0.0.1:{$nodes[0]->port}?ca=$certificates->ca";
foreach (['on one node' => '{1}', 'on the other' => '{2}'] as $where => $key) {
    $lock = new RedisLock($key, server: $server, fenced: true);
    $all = [$lock->acquire(), $lock->isOwned(), $lock->refresh()];
    $owner = $nodes[(int) ($nodes[0]->ask('CLUSTER', 'KEYSLOT', $key) > 8000)];
    say($where, [array_search($owner, $nodes, true), ...$all, $owner->ask('GET', $key) === $lock->getToken(), $lock->release()]);
}
try {
    (new RedisLock('{1}', server: str_replace('of%20the%20nodes', 'wrong%20secret', $server)))->acquire();
} catch (RedisLockConnectionException $exception) {
    echo str_replace(":{$nodes[0]->port}", ':PORT', $exception->getMessage()), "\n";
}
?>
--EXPECT--
on one node: [1,true,true,true,true,true]
on the other: [0,true,true,true,true,true]
Cannot acquire lock "{1}" on rediss-cluster://127.0.0.1:PORT: cannot connect: no node of the cluster leads to the key: rediss://127.0.0.1:PORT: the server refused the user or the password: WRONGPASS invalid username-password pair or user is disabled. (check user and password of the server's address)
