--TEST--
On a quorum, abortOnLoss throws once when a majority has lost the lock, and not when a minority has
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';
require __DIR__ . '/../inc/renewal.php';

$servers = servers(3);
$lock = new RedisLock('k', ttl: 60.0, server: addresses($servers), autoRenew: true, abortOnLoss: true);
acquire_on_all($lock, $servers);
$watched = fn() => !in_array(0, array_map(fn(RedisServer $server) => preg_match('/^id=.* flags=\w*t.* cmd=eval/m', $server->ask('CLIENT', 'LIST')), $servers), true);
await('the thread to watch', $watched);
try {
    $servers[0]->ask('DEL', 'k');
    await('nothing, for a while', fn() => !$lock->isHeld(), 0.3);
} catch (RedisLockLostException $exception) {
    say('too early', $exception->getMessage());
} catch (RuntimeException) {
    say('held', $lock->isHeld());
}
try {
    $servers[1]->ask('DEL', 'k');
    await('the exception', fn() => false);
} catch (RedisLockLostException) {
    echo "thrown\n";
}
try {
    pause(0.5);
} catch (RedisLockLostException) {
    echo "thrown twice\n";
}
say('held', [$lock->isHeld(), RedisLock::stats()['lost']]);
?>
--EXPECT--
held: true
thrown
held: [false,1]
