--TEST--
abortOnLoss on a quorum: a minority's loss is none; with the majority's the exception comes, once
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$servers = array_map(fn() => RedisServer::start(), range(1, 3));
$lock = new RedisLock('k', ttl: 60.0, server: array_column($servers, 'address'), autoRenew: true, abortOnLoss: true);
$lock->acquire();
await('all servers', fn() => !in_array(0, array_map(fn($server) => $server->ask('EXISTS', 'k'), $servers), true));
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
$thrown = 0;
for ($end = now() + time_for(0.5); now() < $end;) {
    try {
        if ($thrown === 0) {
            $servers[1]->ask('DEL', 'k');
            await('the exception', fn() => false);
        }
        pause(0.01);
    } catch (RedisLockLostException $exception) {
        $thrown++;
    }
}
say('thrown', $thrown);
say('held', [$lock->isHeld(), RedisLock::stats()['lost']]);
?>
--EXPECT--
held: true
thrown: 1
held: [false,1]
