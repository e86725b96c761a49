--TEST--
An acquisition with a caller-supplied or restored token counts only if the replicas acknowledge it, even if the key has its token already
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/replicas.php';

[$master, $replica] = master_and_replicas();
// On an idle machine the wait for a suspended replica takes half of that.
$server = "$master->address?read_timeout=1";
$of = [
    'a lock' => fn(bool $restores) => $restores
        ? RedisLock::restore('k', 'token', 600.0, $server, 0.0, replicas: 1)
        : new RedisLock('k', 600.0, 0.0, $server, replicas: 1, token: 'token', autoRelease: false),
    'a share' => fn(bool $restores) => $restores
        ? RedisLock::restore('k', 'token', 600.0, $server, 0.0, replicas: 1, shared: true)
        : new RedisLock('k', 600.0, 0.0, $server, replicas: 1, token: 'token', autoRelease: false, shared: true),
    'a permit' => fn(bool $restores) => $restores
        ? RedisSemaphore::restore('k', 'token', 2, 600.0, $server, 0.0, replicas: 1)
        : new RedisSemaphore('k', 2, 600.0, 0.0, $server, replicas: 1, token: 'token', autoRelease: false),
];
foreach ($of as $what => $object) {
    $replica->suspend();
    say($what, array_map(fn(bool $restores) => $object($restores)->tryAcquire(), [false, true, false, true]));
    $restored = $object(true);
    say('not held', [$restored->tryAcquire(), $restored->isHeld()]);
    $replica->resume();
    await("the replica, by $what", fn() => $restored->tryAcquire());
    say('once it goes on', [$restored->isHeld(), $restored->release(), $master->ask('EXISTS', 'k')]);
}
?>
--EXPECT--
a lock: [false,false,false,false]
not held: [false,false]
once it goes on: [true,true,0]
a share: [false,false,false,false]
not held: [false,false]
once it goes on: [true,true,0]
a permit: [false,false,false,false]
not held: [false,false]
once it goes on: [true,true,0]
