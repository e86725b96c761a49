--TEST--
The locks work with the connection's configuration (TLS, an ACL user, Sentinel, a cluster), and with a quorum as lock_server
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';
require __DIR__ . '/../../../server-tests/inc/bootstrap.php';

// The prefix is part of the key, also where the server is another one.
$locks = function (string $kind, string $client, array $redis, array $keys, Deployment|Node $of) {
    $cache = caches_of($client, $redis, $keys)->store('redis');
    $lock = $cache->lock('{a}', 60);
    $all = [$lock->get(), $lock->owner(), $cache->lock('{a}', 60)->get(), thrown(fn() => $cache->lock('{a}', 60)->block(0.2)), $lock->refresh(30)];
    $key = 'p_' . $cache->getStore()->getPrefix() . '{a}';
    $nodes = match (true) {
        $of instanceof Node => [$of],
        $of instanceof Cluster => [$of->nodeOf($key)],
        default => $of->nodes(),
    };
    $all[1] = array_filter($nodes, fn($node) => $node->ask('GET', $key) === $all[1]) !== [];
    $all[3] = strstr($all[3], ':', true);
    say($kind, [...$all, $lock->release()]);
};
$connection = fn(array $connection) => ['options' => ['prefix' => 'p_'], 'default' => $connection];

$certificates = (new Certificates())->issue('server');
$node = Node::start('redis-server', [], 'of the server', $certificates);
$locks('TLS and a password', 'phpredis', $connection(['host' => 'tls://127.0.0.1', 'port' => $node->port, 'password' => 'of the server', 'context' => ['stream' => ['cafile' => $certificates->ca]]]), [], $node);
$node->ask('ACL', 'SETUSER', 'locker', 'on', '>of it', '~p_*', '+@all');
$locks('TLS and a user, Predis', 'predis', $connection(['scheme' => 'tls', 'host' => '127.0.0.1', 'port' => $node->port, 'username' => 'locker', 'password' => 'of it', 'ssl' => ['cafile' => $certificates->ca]]), [], $node);

$sentinels = new Sentinels('redis-server');
preg_match_all('/127\.0\.0\.1:\d+/', $sentinels->server(), $hosts);
preg_match('#/([^/?]+)$#', $sentinels->server(), $service);
$locks('Sentinel', 'predis', $connection([...array_map(fn($host) => "tcp://$host", $hosts[0]), 'options' => ['replication' => 'sentinel', 'service' => $service[1]]]), [], $sentinels);

$cluster = new Cluster('redis-server');
preg_match_all('/(127\.0\.0\.1):(\d+)/', $cluster->server(), $hosts, PREG_SET_ORDER);
$locks('cluster', 'phpredis', ['options' => ['prefix' => 'p_'], 'clusters' => ['default' => array_map(fn($host) => ['host' => $host[1], 'port' => $host[2]], $hosts)]], [], $cluster);

$quorum = new Quorum('redis-server');
$locks('quorum', 'phpredis', $connection(['host' => 'nowhere']), ['lock_server' => $quorum->server()], $quorum);
?>
--EXPECT--
TLS and a password: [true,true,false,"Illuminate\\Contracts\\Cache\\LockTimeoutException",true,true]
TLS and a user, Predis: [true,true,false,"Illuminate\\Contracts\\Cache\\LockTimeoutException",true,true]
Sentinel: [true,true,false,"Illuminate\\Contracts\\Cache\\LockTimeoutException",true,true]
cluster: [true,true,false,"Illuminate\\Contracts\\Cache\\LockTimeoutException",true,true]
quorum: [true,true,false,"Illuminate\\Contracts\\Cache\\LockTimeoutException",true,true]
