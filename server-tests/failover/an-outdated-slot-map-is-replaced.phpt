--TEST--
If a cut-off node of a cluster names a crashed owner, the other nodes are asked, too
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$cluster = new Cluster('redis-server');
$cutOff = child(<<<'PHP'
    $server = stream_socket_server('tcp://127.0.0.1:0');
    echo substr(strrchr(stream_socket_get_name($server, false), ':'), 1), "\n";
    $map = "*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n$9\r\n127.0.0.1\r\n:$argv[1]\r\n$1\r\nx\r\n";
    for ($clients = []; ;) {
        $ready = [$server, STDIN, ...$clients];
        stream_select($ready, $none, $none, null);
        foreach ($ready as $stream) {
            if ($stream === STDIN) {
                exit;
            } elseif ($stream === $server) {
                $clients[] = stream_socket_accept($server);
            } elseif (($bytes = (string) fread($stream, 65536)) === '') {
                unset($clients[array_search($stream, $clients, true)]);
            } else {
                fwrite($stream, str_contains($bytes, 'SLOTS') ? $map : "-ERR unknown\r\n");
            }
        }
    }
    PHP, [free_port()]);
$others = substr($cluster->server(), strlen('redis-cluster://'));
$lock = new RedisLock('k', wait: 20.0, server: "redis-cluster://127.0.0.1:{$cutOff->hear()},$others");
say('acquired', $lock->acquire());
say('on its node', $cluster->nodeOf('k')->ask('GET', 'k') === $lock->getToken());
say('released', $lock->release());
?>
--EXPECT--
acquired: true
on its node: true
released: true
