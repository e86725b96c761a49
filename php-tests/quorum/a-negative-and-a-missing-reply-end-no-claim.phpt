--TEST--
If one server of three has lost the lock and one is silent, isOwned() and refresh() report too few replies, and release() frees it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

foreach ([['generated', null, false], ['caller-supplied', 'T', false], ['a share', null, true]] as [$what, $token, $shared]) {
    foreach (['isOwned', 'refresh', 'acquire'] as $call) {
        $servers = servers(3);
        $lock = new RedisLock('k', 600.0, 0.0, addresses($servers, '?read_timeout=1.5'), token: $token, shared: $shared);
        acquire_on_all($lock, $servers);
        $servers[2]->ask('DEL', 'k');
        $servers[0]->suspend();
        say("$what, $call()", strtok(thrown(fn() => $lock->$call()), ':'));
        $servers[0]->resume();
        $lock->release();
        say('free', (new RedisLock('k', wait: 60.0, server: addresses($servers)))->acquire());
    }
}
?>
--EXPECT--
generated, isOwned(): "RedisLockConnectionException"
free: true
generated, refresh(): "RedisLockConnectionException"
free: true
generated, acquire(): "RedisLockConnectionException"
free: true
caller-supplied, isOwned(): "RedisLockConnectionException"
free: true
caller-supplied, refresh(): "RedisLockConnectionException"
free: true
caller-supplied, acquire(): "RedisLockConnectionException"
free: true
a share, isOwned(): "RedisLockConnectionException"
free: true
a share, refresh(): "RedisLockConnectionException"
free: true
a share, acquire(): "RedisLockConnectionException"
free: true
