--TEST--
Waiters stand in the queue over TLS, too: a release wakes them one after the other, and they ask next to nothing meanwhile
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$certificates = (new Certificates())->issue('server');
$redis = RedisServer::start($certificates->config('server'), tls: true);
$address = $redis->tlsAddress($certificates);
$holder = new RedisLock('k', ttl: 600.0, server: $address);
$holder->acquire();
$waiters = array_map(fn() => waiter($redis, address: $address), range(1, 5));
line_up($redis, $waiters);
$redis->ask('CONFIG', 'RESETSTAT');
usleep(500_000);
say('asked meanwhile', array_sum($redis->commands()) <= 10 ? 'next to nothing' : $redis->commands());
$holder->release();
say('in order', order_of($waiters));
?>
--EXPECT--
asked meanwhile: "next to nothing"
in order: [0,1,2,3,4]
