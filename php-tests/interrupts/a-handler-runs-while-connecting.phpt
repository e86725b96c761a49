--TEST--
Signal handlers run while a server does not accept the connection, whether it accepts later, or the handler throws or exits
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$few = stream_context_create(['socket' => ['backlog' => 1]]);
$endings = ['goes on' => '', 'throws' => 'throw new DomainException("enough");', 'exits' => 'exit(3);', 'fails' => '@trigger_error("enough", E_USER_ERROR);'];
foreach (['unix' => "unix://$redis->directory/full.sock", 'tcp' => 'tcp://127.0.0.1:0'] as $kind => $place) {
    foreach ($endings as $what => $ending) {
        // Before the sockets, which it would have copies of.
        $waiter = PhpChild::start(str_replace('ENDING', $ending, <<<'PHP'
            register_shutdown_function(function () { echo "shutdown function\n"; });
            pcntl_async_signals(true);
            pcntl_signal(SIGALRM, function () { echo "handled\n"; });
            pcntl_signal(SIGTERM, function () { ENDING });
            $lock = new RedisLock('k', server: hear() . '?connect_timeout=600&read_timeout=600');
            echo "connecting\n";
            say('acquire', thrown($lock->acquire(...)));
            say('held', $lock->isHeld());
            say('connections, errors', [RedisLock::stats()['connections'], RedisLock::stats()['errors']]);
            PHP), mergeErrors: true);
        @unlink("$redis->directory/full.sock");
        $listener = stream_socket_server($place, $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $few);
        $target = $kind === 'tcp' ? 'tcp://' . stream_socket_get_name($listener, false) : $place;
        $clients = [];
        for ($n = 0; $n < 20; $n++) {
            $clients[] = @stream_socket_client($target, $code, $message, 0.02, STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT);
        }
        $waiter->tell(str_replace('tcp://', 'redis://', $target));
        $waiter->hear();
        for ($n = 0; $n < 3; $n++) {
            $sender->send('ALRM', $waiter);
            say("$kind, $what", $waiter->hear());
            // Until it waits again.
            usleep(20_000);
        }
        if ($ending === '') {
            // The others go, and the test is the server.
            array_map(fn(mixed $client) => $client && fclose($client), $clients);
            do {
                $client = stream_socket_accept($listener, 60.0);
                $command = $client ? (string) fread($client, 1000) : throw new RuntimeException('no client connects');
            } while ($command === '');
            say('command', explode("\r\n", $command)[2]);
            fwrite($client, "+OK\r\n");
            for ($n = 0; $n < 4; $n++) {
                echo $waiter->hear(), "\n";
            }
            // The known commands, and the release.
            foreach (["*2\r\n*-1\r\n*-1\r\n", ":1\r\n"] as $reply) {
                fread($client, 1000);
                fwrite($client, $reply);
            }
        } else {
            $sender->send('TERM', $waiter);
        }
        echo preg_replace(['/\n+/', '/PHP (?=Fatal)/'], ["\n", ''], $waiter->finish());
        say('exit code', $waiter->exitCode);
        fclose($listener);
        $clients = $client = null;
    }
}
?>
--EXPECT--
unix, goes on: "handled"
unix, goes on: "handled"
unix, goes on: "handled"
command: "SET"
acquire: "nothing thrown, returned true"
held: true
connections, errors: [1,0]
shutdown function
exit code: 0
unix, throws: "handled"
unix, throws: "handled"
unix, throws: "handled"
acquire: "DomainException: enough"
held: false
connections, errors: [0,0]
shutdown function
exit code: 0
unix, exits: "handled"
unix, exits: "handled"
unix, exits: "handled"
shutdown function
exit code: 3
unix, fails: "handled"
unix, fails: "handled"
unix, fails: "handled"

Fatal error: enough in Command line code on line 4
shutdown function
exit code: 255
tcp, goes on: "handled"
tcp, goes on: "handled"
tcp, goes on: "handled"
command: "SET"
acquire: "nothing thrown, returned true"
held: true
connections, errors: [1,0]
shutdown function
exit code: 0
tcp, throws: "handled"
tcp, throws: "handled"
tcp, throws: "handled"
acquire: "DomainException: enough"
held: false
connections, errors: [0,0]
shutdown function
exit code: 0
tcp, exits: "handled"
tcp, exits: "handled"
tcp, exits: "handled"
shutdown function
exit code: 3
tcp, fails: "handled"
tcp, fails: "handled"
tcp, fails: "handled"

Fatal error: enough in Command line code on line 4
shutdown function
exit code: 255
