<?php

// Quorum, Sentinel and cluster: too few servers, and addresses of another kind.
$redis = RedisServer::start(tcp: true);
$others = [RedisServer::start(), RedisServer::start()];
for ($ports = []; count($ports) < 3;) {
    $ports[free_port()] = true; // a port that was free once may be drawn again
}
$unreachable = array_map(fn(int $port) => "redis://127.0.0.1:$port", array_keys($ports));
$suspended = RedisServer::start(tcp: true);
$sentinel = Node::sentinel('redis-server', ["sentinel monitor mymaster 127.0.0.1 $redis->port 1", "sentinel monitor suspended 127.0.0.1 $suspended->port 1"]);
$suspended->suspend();
$plain = "127.0.0.1:$redis->port";
$acquire = fn(string|array $servers, mixed ...$options) => fn() => (new RedisLock('k', ...$options + ['wait' => 0.0, 'server' => $servers]))->acquire();
$names = [
    $redis->address => '<server 1>',
    $others[0]->address => '<server 2>',
    $others[1]->address => '<server 3>',
    ...array_combine($unreachable, ['<unreachable 1>', '<unreachable 2>', '<unreachable 3>']),
    "127.0.0.1:$sentinel->port" => '<sentinel>',
    $plain => '<host>:<port>',
];

return [$names, [
    'a quorum of unreachable servers' => [$acquire($unreachable), 'RedisLockConnectionException: Cannot acquire lock "k" on <unreachable 1>, <unreachable 2>, <unreachable 3>: only 0 of 3 servers answered, 2 are needed: <unreachable 1>, <unreachable 2>, <unreachable 3>: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)'],
    'a quorum of which one is there' => [$acquire([$redis->address, $unreachable[0], $unreachable[1]]), 'RedisLockConnectionException: Cannot acquire lock "k" on <server 1>, <unreachable 1>, <unreachable 2>: only 1 of 3 servers answered, 2 are needed: <unreachable 1>, <unreachable 2>: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)'],
    'a quorum of two of which one is there' => [$acquire([$redis->address, $unreachable[0]]), 'RedisLockConnectionException: Cannot acquire lock "k" on <server 1>, <unreachable 1>: only 1 of 2 servers answered, 2 are needed: <unreachable 1>: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)'],
    'a quorum of which two want a password' => [$acquire([$redis->address, "{$others[0]->address}?pass=hunter2", "{$others[1]->address}?pass=hunter2"]), 'RedisLockConnectionException: Cannot acquire lock "k" on <server 1>, <server 2>, <server 3>: only 1 of 3 servers answered, 2 are needed: <server 2>, <server 3>: the server refused the user or the password: ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct? (this server has no password, so its address must not name one)'],
    'a quorum whose lock this process has' => [function () use ($redis, $others) {
        $servers = [$redis->address, $others[0]->address, $others[1]->address];
        $mine = new RedisLock('mine', server: $servers);
        $mine->acquire();
        (new RedisLock('mine', wait: 0.0, server: $servers))->synchronized(fn() => 1);
    }, 'RedisLockTimeoutException: Lock "mine" on <server 1>, <server 2>, <server 3> was not acquired within <n> seconds: another object of this process holds it, for <n> more seconds unless it is renewed (use the same object, or release that one before)'],
    'a quorum whose lock another client has' => [function () use ($redis, $others) {
        foreach ([$redis, ...$others] as $server) {
            $server->ask('SET', 'theirs', 'other', 'PX', 60_000);
        }
        (new RedisLock('theirs', wait: 0.0, server: [$redis->address, $others[0]->address, $others[1]->address]))->synchronized(fn() => 1);
    }, 'RedisLockTimeoutException: Lock "theirs" on <server 1>, <server 2>, <server 3> was not acquired within <n> seconds: another owner holds it, for <n> more seconds unless they renew it'],
    'a wrong name of the master' => [$acquire("redis-sentinel://127.0.0.1:$sentinel->port/main"), 'RedisLockConnectionException: Cannot acquire lock "k" on redis-sentinel://<sentinel>/main: cannot connect: no sentinel leads to the master "main": redis://<sentinel> knows no such master (is the name of the master right, and are these sentinels?)'],
    'a plain address of a Sentinel' => [$acquire("redis://127.0.0.1:$sentinel->port"), 'RedisLockConnectionException: Cannot acquire lock "k" on redis://<sentinel>: ERR unknown command \'SET\' (is this a Sentinel? then its address is redis-sentinel://host:26379/master-name; a Redis server says so of commands that were renamed)'],
    'a fenced lock at a plain address of a Sentinel' => [$acquire("redis://127.0.0.1:$sentinel->port", fenced: true), 'RedisLockConnectionException: Cannot acquire lock "k" on redis://<sentinel>: ERR unknown command \'EVALSHA\' (is this a Sentinel? then its address is redis-sentinel://host:26379/master-name; a Redis server says so of commands that were renamed)'],
    'redis-sentinel:// of a plain Redis' => [$acquire("redis-sentinel://$plain/mymaster"), 'RedisLockConnectionException: Cannot acquire lock "k" on redis-sentinel://<host>:<port>/mymaster: cannot connect: no sentinel leads to the master "mymaster": redis://<host>:<port>: ERR unknown command \'SENTINEL\' (this server is no Sentinel but a Redis: its address is redis://host:port)'],
    'redis-sentinel:// at an unused port' => [$acquire(str_replace('redis://', 'redis-sentinel://', $unreachable[0]) . '/mymaster'), 'RedisLockConnectionException: Cannot acquire lock "k" on redis-sentinel://<host>:<port>/mymaster: cannot connect: no sentinel leads to the master "mymaster": <unreachable 1>: Connection refused (os error 111) (is the server running, and is its address right?)'],
    'a password that the Sentinel does not have' => [$acquire("redis-sentinel://127.0.0.1:$sentinel->port/mymaster?sentinel_pass=hunter2"), 'RedisLockConnectionException: Cannot acquire lock "k" on redis-sentinel://<sentinel>/mymaster: cannot connect: no sentinel leads to the master "mymaster": redis://<sentinel>: the server refused the user or the password: ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct? (this server has no password, so its address must not name one)'],
    'a password that the master does not have' => [$acquire("redis-sentinel://:hunter2@127.0.0.1:$sentinel->port/mymaster"), 'RedisLockConnectionException: Cannot acquire lock "k" on redis-sentinel://<sentinel>/mymaster: cannot connect: no sentinel leads to the master "mymaster": redis://<host>:<port>: the server refused the user or the password: ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct? (this server has no password, so its address must not name one)'],
    'a Sentinel whose master is suspended' => [$acquire("redis-sentinel://127.0.0.1:$sentinel->port/suspended?read_timeout=0.2"), 'RedisLockConnectionException: Cannot acquire lock "k" on redis-sentinel://<sentinel>/suspended: cannot connect: no sentinel leads to the master "suspended": redis://<host>:<port>: no reply within the read timeout; whether the command was executed is not known (is the server running, and is its address right?)'],
    'a cluster whose node is suspended' => [$acquire("redis-cluster://127.0.0.1:$suspended->port?read_timeout=0.2"), 'RedisLockConnectionException: Cannot acquire lock "k" on redis-cluster://<host>:<port>: cannot connect: no node of the cluster leads to the key: redis://<host>:<port>: no reply within the read timeout; whether the command was executed is not known (is the server running, and is its address right?)'],
    'redis-cluster:// of a plain Redis' => [$acquire("redis-cluster://$plain"), 'RedisLockConnectionException: Cannot acquire lock "k" on redis-cluster://<host>:<port>: cannot connect: no node of the cluster leads to the key: redis://<host>:<port>: ERR This instance has cluster support disabled (this server is a Redis without a cluster: its address is redis://host:port)'],
    'redis-cluster:// of a Sentinel' => [$acquire("redis-cluster://127.0.0.1:$sentinel->port"), 'RedisLockConnectionException: Cannot acquire lock "k" on redis-cluster://<sentinel>: cannot connect: no node of the cluster leads to the key: redis://<sentinel>: ERR unknown command \'CLUSTER\' (is this a Sentinel? then its address is redis-sentinel://host:26379/master-name; a Redis server says so of commands that were renamed)'],
    'redis-cluster:// at an unused port' => [$acquire(str_replace('redis://', 'redis-cluster://', $unreachable[0])), 'RedisLockConnectionException: Cannot acquire lock "k" on redis-cluster://<host>:<port>: cannot connect: no node of the cluster leads to the key: <unreachable 1>: Connection refused (os error 111) (is the server running, and is its address right?)'],
]];
