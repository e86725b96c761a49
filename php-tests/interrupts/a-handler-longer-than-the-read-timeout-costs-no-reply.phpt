--TEST--
If a signal handler runs longer than the read or connect timeout, a reply that arrives meanwhile is not lost
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$code = <<<'PHP'
    [, $address, $timeout, $warm] = $argv;
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () use ($timeout) {
        echo "handling\n";
        hear();
        for ($end = now() + 1.2 * $timeout; now() < $end; usleep(10_000));
    });
    $lock = new RedisLock('k', ttl: 600.0, server: "$address?connect_timeout=$timeout&read_timeout=$timeout");
    $warm && $lock->isLocked();
    echo "ready\n";
    hear();
    say('acquire', thrown($lock->acquire(...)));
    $stats = RedisLock::stats();
    say('held, connections, reconnects, errors', [$lock->isHeld(), $stats['connections'], $stats['reconnects'], $stats['errors']]);
    PHP;
// Long enough for the signal to come in time, on a busy machine too.
$timeout = 6.0;

// The reply is awaited in a read at first, and after its 50 ms in a poll.
foreach (['reading' => 0, 'polling' => 300_000] as $what => $after) {
    $waiter = PhpChild::start($code, [$redis->address, $timeout, true]);
    $waiter->hear();
    pause_writes($redis);
    $waiter->tell('go');
    await_paused_write($redis);
    usleep($after);
    $sender->send('ALRM', $waiter);
    say($what, $waiter->hear());
    $redis->ask('CLIENT', 'UNPAUSE');
    await('the acquisition', fn() => $redis->ask('EXISTS', 'k') === 1);
    $waiter->tell('go on');
    echo $waiter->finish();
    say('keys left', $redis->ask('DBSIZE'));
}

// A backlog that is full until the handler runs.
$waiter = PhpChild::start($code, ["unix://$redis->directory/full.sock", $timeout, false]);
$few = stream_context_create(['socket' => ['backlog' => 1]]);
$listener = stream_socket_server("unix://$redis->directory/full.sock", $error, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $few);
$clients = [];
for ($n = 0; $n < 5; $n++) {
    $clients[] = @stream_socket_client("unix://$redis->directory/full.sock", $error, $message, 0.02, STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT);
}
$waiter->hear();
$waiter->tell('go');
usleep(is_slow() ? 1_000_000 : 200_000);
$sender->send('ALRM', $waiter);
say('connecting', $waiter->hear());
array_map(fn(mixed $client) => $client && fclose($client), $clients);
$waiter->tell('go on');
do {
    $client = stream_socket_accept($listener, 60.0);
    $command = $client ? (string) fread($client, 1000) : throw new RuntimeException('no client connects');
} while ($command === '');
say('command', explode("\r\n", $command)[2]);
fwrite($client, "+OK\r\n");
fread($client, 1000);
fwrite($client, ":1\r\n");
echo $waiter->finish();
?>
--EXPECT--
reading: "handling"
acquire: "nothing thrown, returned true"
held, connections, reconnects, errors: [true,1,0,0]
keys left: 0
polling: "handling"
acquire: "nothing thrown, returned true"
held, connections, reconnects, errors: [true,1,0,0]
keys left: 0
connecting: "handling"
command: "SET"
acquire: "nothing thrown, returned true"
held, connections, reconnects, errors: [true,1,0,0]
