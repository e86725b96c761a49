--TEST--
If a server accepts and sends nothing, the connect timeout bounds the handshake, and signal handlers run meanwhile
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';
require __DIR__ . '/../inc/signals.php';

$listener = stream_socket_server('tcp://127.0.0.1:0');
$address = 'rediss://default:hunter2@' . stream_socket_get_name($listener, false);
foreach (['acquire', 'tryAcquire', 'isLocked'] as $method) {
    $before = now();
    $lock = new RedisLock('k', wait: 3600.0, server: "$address?connect_timeout=0.3&read_timeout=600");
    echo "$method => ", failure(fn() => $lock->$method()), "\n";
    $took = now() - $before;
    say('took', $took >= 0.3 && $took < 20.0);
}
$sender = new SignalSender();
foreach (['throws' => 'throw new DomainException("enough");', 'exits' => 'exit(3);'] as $what => $ending) {
    $waiter = PhpChild::start(str_replace('ENDING', $ending, <<<'PHP'
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () { echo "handled\n"; });
        pcntl_signal(SIGTERM, function () { ENDING });
        $lock = new RedisLock('k', server: "$argv[1]?connect_timeout=600&read_timeout=600");
        echo "connecting\n";
        say('acquire', thrown($lock->acquire(...)));
        say('connections, errors', [RedisLock::stats()['connections'], RedisLock::stats()['errors']]);
        PHP), [$address]);
    $waiter->hear();
    do {
        $client = stream_socket_accept($listener, 60.0);
        $hello = (string) fread($client, 1); // nothing from those before
    } while ($hello === '');
    for ($n = 0; $n < 3; $n++) {
        $sender->send('ALRM', $waiter);
        say($what, $waiter->hear());
        usleep(20_000);
    }
    $sender->send('TERM', $waiter);
    echo $waiter->finish();
    say('exit code', $waiter->exitCode);
}
?>
--EXPECT--
acquire => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server did not finish the TLS handshake within the connect timeout (is this a TLS port? an address without TLS begins with redis://)
took: true
tryAcquire => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server did not finish the TLS handshake within the connect timeout (is this a TLS port? an address without TLS begins with redis://)
took: true
isLocked => RedisLockConnectionException: Cannot check lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server did not finish the TLS handshake within the connect timeout (is this a TLS port? an address without TLS begins with redis://)
took: true
throws: "handled"
throws: "handled"
throws: "handled"
acquire: "DomainException: enough"
connections, errors: [0,0]
exit code: 0
exits: "handled"
exits: "handled"
exits: "handled"
exit code: 3
