--TEST--
A waiter in line whose further connection is accepted and never answered gives up in time, and hears of its call
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
// Serves two connections, and leaves all others without an answer.
$balancer = PhpChild::start(<<<'PHP'
    [, $socket, $server] = $argv;
    $listener = stream_socket_server("unix://$socket");
    echo "listens\n";
    $peers = $streams = $silent = [];
    while (true) {
        [$readable, $none] = [[$listener, ...$streams], null];
        stream_select($readable, $none, $none, null);
        foreach ($readable as $stream) {
            if ($stream !== $listener) {
                $data = fread($stream, 65_536);
                $data === '' ? exit : fwrite($peers[(int) $stream], $data);
                continue;
            }
            $client = stream_socket_accept($listener);
            if (count($streams) === 4) {
                $silent[] = $client;
                echo "does not answer\n";
                continue;
            }
            $upstream = stream_socket_client("unix://$server");
            array_push($streams, $client, $upstream);
            [$peers[(int) $client], $peers[(int) $upstream]] = [$upstream, $client];
        }
    }
    PHP, ["$redis->directory/balancer", $redis->socket], killed: true);
$balancer->hear();
$redis->ask('SET', 'k', 'somebody');
$head = waiter($redis);
$head->tell('wait');
await('the head', fn() => $redis->ask('KEYS', '*head') !== []);
$waiter = waiter($redis, address: "unix://$redis->directory/balancer?read_timeout=40", killed: true);

$start = now();
$waiter->tell('2');
echo $balancer->hear(), "\n";
say('given up', json_decode($waiter->hear())[0]);
say('in time', now() - $start < 20.0);

// Who leaves calls another one, and nobody is there.
await('the end of that call', fn() => $redis->ask('KEYS', '*signal') === []);
$start = now();
$waiter->tell('wait');
echo $balancer->hear(), "\n";
$redis->ask('DEL', 'k');
$head->hear();
$head->tell('release');
say('acquired', json_decode($waiter->hear())[0]);
say('in time', now() - $start < 20.0);
?>
--EXPECT--
does not answer
given up: false
in time: true
does not answer
acquired: true
in time: true
