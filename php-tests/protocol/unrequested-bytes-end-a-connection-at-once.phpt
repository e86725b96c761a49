--TEST--
Unrequested bytes that are there when the next command is sent are never its reply, however soon it is sent
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$redis->ask('SET', 'taken', 'another-client');
$sockets = function () {
    $files = array_filter(glob('/proc/self/fd/*'), fn(string $file) => str_starts_with((string) @readlink($file), 'socket:'));
    return array_map(fn(string $file) => fopen('php://fd/' . basename($file), 'r+'), array_values($files));
};
foreach (['one server' => $proxy->address, 'a quorum' => [$proxy->address]] as $what => $server) {
    $granted = 0;
    for ($n = 0; $n < 20; $n++) {
        $taken = new RedisLock('taken', server: $server);
        while (str_contains(thrown(fn() => $taken->isLocked()), 'Exception')) {
        }
        $copies = $sockets(); // of the connection, too
        // The reply arrives, and the unrequested bytes behind it, in a piece of their own.
        $proxy->on('EXISTS', 'pieces', ":1\r\n|+OK\r\n");
        if (str_contains(thrown(fn() => $taken->isLocked()), 'Exception')) {
            $n--; // both came at once, and ended the connection at once
            continue;
        }
        $readable = $copies;
        $none = null;
        if (!stream_select($readable, $none, $none, 1)) {
            $n--; // the same on a quorum, which had its answer before
            continue;
        }
        if (thrown(fn() => $taken->tryAcquire()) === 'nothing thrown, returned true') {
            $granted++;
            $taken->detach();
            $redis->ask('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'); // its replies are off by one
        }
        unset($copies, $readable);
    }
    say("$what: granted", $granted);
}
say('key', $redis->ask('GET', 'taken'));
?>
--EXPECT--
one server: granted: 0
a quorum: granted: 0
key: "another-client"
