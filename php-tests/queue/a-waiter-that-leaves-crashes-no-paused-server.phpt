--TEST--
If a waiter leaves during CLIENT PAUSE, its BLPOP does not crash the server, and other waiters get the lock
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$redis->ask('SET', 'k', 'another-client', 'PX', '600000');
$watchers = queued_waiters($redis, 2);
$leaver = waiter($redis, ['leaves' => true], address: $proxy->address);
$has_stepped = false;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$has_stepped) {
    $has_stepped = true;
});
$proxy->on('EVALSHA', 'signal', getmypid());
$leaver->tell('wait');
await('its step', function () use (&$has_stepped) {
    return $has_stepped;
});
$redis->ask('CLIENT', 'PAUSE', '600000', 'WRITE');
$proxy->sendKeptReplies();
$pops = fn(): bool => str_contains($redis->ask('CLIENT', 'LIST'), 'cmd=blpop');
await('its pop', $pops);
(new SignalSender())->send('USR1', $leaver);
say('it has left', json_decode($leaver->hear())[0]);
await('no pop', fn() => !$pops());
$redis->ask('CLIENT', 'UNPAUSE');
$redis->ask('DEL', 'k');
say('the others', owners_of($watchers));
?>
--EXPECT--
it has left: false
the others: [0,1]
