--TEST--
A process whose input, output and errors are closed: no socket takes their descriptors, so what it prints reaches no server
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start(tcp: true);
$tcp = "redis://127.0.0.1:$redis->port";
foreach (['TCP' => $tcp, 'Unix socket' => $redis->address, 'a quorum' => [$redis->address], 'renewed' => $redis->address, 'waiting' => $tcp] as $what => $address) {
    $redis->ask('FLUSHALL');
    $redis->ask('SET', 'precious', 'data');
    $what === 'waiting' && $redis->ask('SET', 'k', 'somebody', 'PX', '300');
    $file = "$redis->directory/seen";
    $child = PhpChild::start(<<<'PHP'
        [, $what, $address, $file] = $argv;
        ignore_user_abort(true); // PHP ends when what it prints goes nowhere
        fclose(STDIN);
        fclose(STDOUT);
        fclose(STDERR);
        $lock = new RedisLock('k', ttl: 60.0, server: unserialize($address), autoRenew: $what === 'renewed');
        $seen = ['acquired' => $lock->acquire()];
        $what === 'renewed' && await('a line of its own', fn() => RedisLock::stats()['connections'] > 1);
        $sockets = array_filter(glob('/proc/self/fd/*'), fn(string $file) => str_starts_with((string) @readlink($file), 'socket:'));
        $seen += ['sockets' => $sockets !== [], 'lowest' => min(array_map(fn(string $file) => (int) basename($file), $sockets)) > 2];
        echo "FLUSHALL\r\n";
        flush();
        $seen['owned'] = thrown(fn() => $lock->isOwned());
        file_put_contents("$file.whole", json_encode($seen));
        rename("$file.whole", $file);
        PHP, [$what, serialize($address), $file]);
    await('its word', fn() => is_file($file));
    echo "$what: ", file_get_contents($file), "\n";
    unlink($file);
    $child->finish();
    say('  data', $redis->ask('GET', 'precious'));
}
?>
--EXPECT--
TCP: {"acquired":true,"sockets":true,"lowest":true,"owned":"nothing thrown, returned true"}
  data: "data"
Unix socket: {"acquired":true,"sockets":true,"lowest":true,"owned":"nothing thrown, returned true"}
  data: "data"
a quorum: {"acquired":true,"sockets":true,"lowest":true,"owned":"nothing thrown, returned true"}
  data: "data"
renewed: {"acquired":true,"sockets":true,"lowest":true,"owned":"nothing thrown, returned true"}
  data: "data"
waiting: {"acquired":true,"sockets":true,"lowest":true,"owned":"nothing thrown, returned true"}
  data: "data"
