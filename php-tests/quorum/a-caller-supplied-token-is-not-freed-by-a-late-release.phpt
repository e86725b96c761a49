--TEST--
A release of a caller-supplied token that reached one server of three is not repeated, because another process may have acquired with it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$addresses = addresses($servers, '?read_timeout=5&connect_timeout=5');
$lock = new RedisLock('k', 60.0, 1.0, $addresses, token: 'T');
say('acquired', $lock->acquire());
$servers[1]->stop();
$servers[2]->stop();
try {
    say('released', $lock->release());
} catch (RedisLockConnectionException) {
    echo "no majority\n";
}
$servers[1]->restart();
$servers[2]->restart();
$other = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', 60.0, 1.0, unserialize($argv[1]), token: 'T');
    echo json_encode($lock->acquire()), "\n";
    hear();
    echo json_encode($lock->isOwned()), "\n";
    PHP, [serialize($addresses)]);
say('another process acquires', json_decode($other->hear()));
$before = holders($servers, 'k');
// The next contact with these servers.
$next = new RedisLock('other', 60.0, 1.0, $addresses);
say('another lock', $next->acquire());
say('all servers still hold it that did', holders($servers, 'k') === $before);
$other->tell('go');
say('still its own', json_decode($other->hear()));
?>
--EXPECT--
acquired: true
no majority
another process acquires: true
another lock: true
all servers still hold it that did: true
still its own: true
