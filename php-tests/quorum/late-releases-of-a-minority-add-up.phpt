--TEST--
If late releases, or shorter leases, of two minorities can outvote the third server, a claim that is restored meanwhile is refused
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$proxy = FaultProxy::before($servers[2]);
$list = [$servers[0]->address, $servers[1]->address, "$proxy->address?read_timeout=2"];
foreach (['release' => fn($lock) => $lock->release(), 'shorter lease' => fn($lock) => $lock->refresh(10.0)] as $key => $call) {
    $lock = new RedisLock($key, 300.0, server: $list, token: 'T', autoRelease: false);
    acquire_on_all(new RedisLock('first', server: $list), $servers); // all have their connections
    $lock->acquire();
    await('all votes', fn() => holders($servers, $key) === 3);
    foreach (['EVAL', 'EVALSHA', 'DELEX', 'DELIFEQ'] as $command) {
        $proxy->on($command, 'keep');
    }
    say($key, $call($lock));
    $proxy->reset();
    // Another process has acquired it with the token, which has come back.
    array_map(fn($server) => $server->ask('SET', $key, 'T', 'PX', '300000'), $servers);
    foreach (['refresh' => fn($lock) => $lock->refresh(200.0), 'acquire' => fn($lock) => $lock->acquire(0.0)] as $name => $again) {
        $restored = RedisLock::restore($key, 'T', 200.0, addresses($servers), autoRelease: false);
        say("  restored $name", [strtok(thrown(fn() => $again($restored)), ':'), $restored->isHeld(), $restored->getRemaining() <= 10.0]);
    }
    say('  delivered', $proxy->deliver());
}
?>
--EXPECT--
release: true
  restored refresh: ["RedisLockConnectionException",false,true]
  restored acquire: ["RedisLockConnectionException",false,true]
  delivered: 1
shorter lease: true
  restored refresh: ["nothing thrown, returned true",true,true]
  restored acquire: ["nothing thrown, returned true",true,true]
  delivered: 1
