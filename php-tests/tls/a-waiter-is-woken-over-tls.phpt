--TEST--
Waiters are queued over TLS, too: a release wakes them one after the other, and they send almost nothing meanwhile
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
enqueue_waiters($redis, $waiters);
// Once all have come: each may open a second connection. Five that poll ask ten times in half a second.
await('half a second in which they ask next to nothing', function () use ($redis) {
    $redis->ask('CONFIG', 'RESETSTAT');
    usleep(500_000);
    return array_sum($redis->commands()) <= 5;
});
$holder->release();
say('all', owners_of($waiters));
?>
--EXPECT--
all: [0,1,2,3,4]
