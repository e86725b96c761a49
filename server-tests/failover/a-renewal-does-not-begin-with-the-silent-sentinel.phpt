--TEST--
The first sentinel falls silent, and the master is replaced: a renewal's search begins with the sentinel that answered last
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

[$old, $new] = [Node::start('redis-server'), Node::start('redis-server')];
$sentinel = new MockSentinel($old);
$silent = free_port();
// A search that began with the silent sentinel would take longer than the lease.
$server = "redis-sentinel://127.0.0.1:$silent,127.0.0.1:$sentinel->port/mymaster?connect_timeout=60&read_timeout=60";
$lock = new RedisLock('k', ttl: 9.0, autoRenew: true, server: $server);
say('acquired', $lock->acquire());
$accepted = stream_socket_server("tcp://127.0.0.1:$silent"); // by the kernel; nothing answers
$new->ask('SET', 'k', $lock->getToken(), 'PX', 9000);
$sentinel->tell($new);
$old->ask('REPLICAOF', '127.0.0.1', $new->port);
$left = 9000;
say('renewed at the new master', await('a renewal', function () use ($new, $lock, &$left): ?string {
    [$before, $left] = [$left, $new->ask('PTTL', 'k')];
    return $left > $before ? 'yes' : ($lock->isHeld() ? null : 'no, lost');
}));
say('released', $lock->release());
?>
--EXPECT--
acquired: true
renewed at the new master: "yes"
released: true
