--TEST--
Fifty consecutive locks on one server use one connection, and another database uses a further one
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start(tcp: true);
$use = function (string $address) {
    for ($n = 0; $n < 50; $n++) {
        $lock = new RedisLock("k$n", server: $address);
        $lock->acquire();
        $lock->refresh();
        $lock->release();
    }
};
$report = fn(string $what) => say($what, [RedisLock::stats()['connections'], count($redis->clients()), $redis->info('total_connections_received')]);
$before = $redis->info('total_connections_received');
$report = function (string $what) use ($redis, $before) {
    say($what, [
        'connections' => RedisLock::stats()['connections'],
        'clients of the server' => count($redis->clients()),
        'connections since the start' => $redis->info('total_connections_received') - $before,
    ]);
};
$report('before');
$use($redis->address);
$report('fifty');
$use($redis->address);
$report('a hundred');
$use("$redis->address?db=1");
$report('another database');
$use($redis->address);
$report('the first again');
$use($redis->tcpAddress());
$report('by TCP');
$use($redis->tcpAddress('default:'));
say('reconnects', RedisLock::stats()['reconnects']);
?>
--EXPECT--
before: {"connections":0,"clients of the server":0,"connections since the start":0}
fifty: {"connections":1,"clients of the server":1,"connections since the start":1}
a hundred: {"connections":1,"clients of the server":1,"connections since the start":1}
another database: {"connections":2,"clients of the server":2,"connections since the start":2}
the first again: {"connections":2,"clients of the server":2,"connections since the start":2}
by TCP: {"connections":3,"clients of the server":3,"connections since the start":3}
reconnects: 0
