--TEST--
While a majority's replies are awaited, a signal handler runs and may use the same servers or end the call, which leaves nothing
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';
require __DIR__ . '/../inc/signals.php';

$servers = servers(5);
$child = PhpChild::start(<<<'PHP'
    $servers = array_map(fn($address) => "$address?read_timeout=600", array_slice($argv, 1));
    pcntl_async_signals(true);
    $inner = new RedisLock('inner', server: array_slice($servers, 0, 2));
    $same = new RedisLock('same', server: $servers);
    $lock = new RedisLock('k', server: $servers);
    $same->acquire() && $same->release();
    pcntl_signal(SIGALRM, function () use ($inner) { say('in the handler', $inner->acquire() && $inner->release()); });
    pcntl_signal(SIGUSR1, function () use ($same) { throw new RuntimeException('enough'); });
    echo "asking\n";
    hear();
    say('acquired', $lock->acquire());
    hear();
    say('released', thrown($lock->release(...)));
    hear();
    say('acquired', thrown($lock->acquire(...)));
    say('again', $same->acquire() && $same->release());
    PHP, addresses($servers));
$sender = new SignalSender();
$child->hear();
$suspend = function () use ($servers, $child) {
    array_map(fn($server) => $server->suspend(), array_slice($servers, 2));
    $before = array_sum($servers[0]->commands());
    $child->tell('go');
    await('its question', fn() => array_sum($servers[0]->commands()) > $before);
};
$resume = fn() => array_map(fn($server) => $server->resume(), array_slice($servers, 2));
foreach ([1, 2] as $call) {
    $suspend();
    $sender->send('ALRM', $child);
    echo $child->hear(), "\n";
    $resume();
    echo $child->hear(), "\n";
}
$suspend();
$sender->send('USR1', $child);
echo $child->hear(), "\n";
say('left on those that are alive', holders(array_slice($servers, 0, 2), 'k'));
$resume();
echo $child->finish();
await_nothing_left($servers);
?>
--EXPECT--
in the handler: true
acquired: true
in the handler: true
released: "nothing thrown, returned true"
acquired: "RuntimeException: enough"
left on those that are alive: 0
again: true
