--TEST--
autoRenew works over TLS: many leases are kept, a loss is noticed at once, and a broken connection is replaced
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$certificates = (new Certificates())->issue('server');
$redis = RedisServer::start($certificates->config('server'), tls: true);
$redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', '~*', '+@all');
$address = $redis->tlsAddress($certificates, credentials: 'app:p');
$locks = [];
$ttl = time_for(0.8);
for ($n = 0; $n < 300; $n++) {
    // Together more than TLS would hold back of its own accord until the handshake is over.
    $locks[$n] = new RedisLock("k$n" . str_repeat('-', 1000), ttl: $n === 0 ? $ttl : 600.0, server: $address, autoRenew: true);
    $locks[$n]->acquire();
}
pause(1.5 * $ttl);
say('kept', $locks[0]->isOwned());
$many = [];
for ($n = 0; $n < 300; $n++) {
    $many[$n] = new RedisLock("m$n" . str_repeat('-', 1000), ttl: time_for(1.0), server: $address, autoRenew: true);
    $many[$n]->acquire();
}
$redis->killClients();
pause(time_for(2.5));
say('kept on a new line', array_sum(array_map(fn($lock) => (int) $lock->isOwned(), $many)));
$many = [];

$redis->ask('DEL', 'k1' . str_repeat('-', 1000));
say('loss in time', seconds_until_lost($locks[1]) < 5.0);
$redis->killClients();
$redis->ask('DEL', 'k2' . str_repeat('-', 1000));
$locks[3]->isOwned();
say('others', [$locks[3]->isHeld(), $locks[0]->isOwned()]);
say('threads', threads());
$redis->stop();
say('lost at the deadline', seconds_until_lost($locks[0]) < 2 * $ttl);
?>
--EXPECT--
kept: true
kept on a new line: 300
loss in time: true
others: [true,true]
threads: 2
lost at the deadline: true
