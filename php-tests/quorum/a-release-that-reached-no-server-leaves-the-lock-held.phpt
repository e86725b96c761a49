--TEST--
A release() that reaches no server throws and never deletes anything; the lock stays held, and the next call releases it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$list = array_map(fn($address) => "$address?read_timeout=1&connect_timeout=1", addresses($servers));
foreach ([false, true] as $shared) {
    $lock = new RedisLock('k', ttl: 600.0, server: $list, shared: $shared);
    acquire_on_all($lock, $servers);
    array_map(fn($server) => $server->suspend(), $servers);
    // The lock's connections are closed.
    say('another lock', strtok(thrown(fn() => (new RedisLock('other', server: $list))->isLocked()), ':'));
    say('release', strtok(thrown($lock->release(...)), ':'));
    $held = $lock->isHeld();
    array_map(fn($server) => $server->resume(), $servers);
    await('an answer', fn() => thrown(fn() => (new RedisLock('other', server: $list))->isLocked()) === 'nothing thrown, returned false');
    say('held, and there', [$held, holders($servers, 'k')]);
    say('released', $lock->release());
    await_nothing_left($servers);
}
?>
--EXPECT--
another lock: "RedisLockConnectionException"
release: "RedisLockConnectionException"
held, and there: [true,3]
released: true
another lock: "RedisLockConnectionException"
release: "RedisLockConnectionException"
held, and there: [true,3]
released: true
