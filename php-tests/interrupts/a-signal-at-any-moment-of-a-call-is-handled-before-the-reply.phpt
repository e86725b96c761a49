--TEST--
A signal at any moment of a call, also between the command and the wait for its reply, is handled before the reply arrives
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';
require __DIR__ . '/../inc/signals.php';

$socket = sys_get_temp_dir() . '/redislock-' . bin2hex(random_bytes(6)) . '.sock';
register_shutdown_function(fn() => @unlink($socket));
$sender = new SignalSender();
$trials = is_slow() ? 60 : 1_000;
// Before the socket, which it would have a copy of.
$asker = PhpChild::start(<<<'PHP'
    [, $address, $trials, $longest] = $argv;
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () { echo "handled\n"; });
    $lock = new RedisLock('k', server: "$address?read_timeout=600");
    hear();
    for ($n = 0; $n < $trials; $n++) {
        $begin = now() + $longest * random_int(0, 1_000) / 1_000;
        echo "ready\n";
        while (now() < $begin);
        $lock->isLocked();
    }
    say('errors, connections', [RedisLock::stats()['errors'], RedisLock::stats()['connections']]);
    PHP, ["unix://$socket", $trials, time_for(0.0003)]);
// The test is the server: it answers when the handler has run, and not before.
$listener = stream_socket_server("unix://$socket");
$asker->tell('go');
$client = null;
for ($n = 0; $n < $trials; $n++) {
    $asker->hear() === 'ready' || print "not ready\n";
    $sender->send('ALRM', $asker);
    $asker->hear() === 'handled' || print "not handled\n";
    $client ??= stream_socket_accept($listener);
    fread($client, 1_000);
    fwrite($client, ":0\r\n");
}
echo $asker->finish();
?>
--EXPECT--
errors, connections: [0,1]
