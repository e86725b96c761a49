--TEST--
If the server's backlog of connections is full, the connect timeout bounds a call
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$few = stream_context_create(['socket' => ['backlog' => 1]]);
foreach (['unix' => "unix://$redis->directory/full.sock", 'tcp' => 'tcp://127.0.0.1:0'] as $kind => $place) {
    $listener = stream_socket_server($place, $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $few);
    $place = $kind === 'tcp' ? 'tcp://' . stream_socket_get_name($listener, false) : $place;
    $address = str_replace('tcp://', 'redis://', $place) . '?connect_timeout=0.4';
    $clients = [];
    for ($n = 0; $n < 20; $n++) {
        $clients[] = @stream_socket_client($place, $code, $message, 0.02, STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT);
    }
    $before = now();
    $failure = failure(fn() => (new RedisLock('k', server: $address))->acquire());
    $took = now() - $before;
    echo preg_replace('/(?<=cannot connect: ).*(?= \(is the)/', '...', $failure), "\n";
    say('took', $took >= 0.3 && $took < 20.0);
}
?>
--EXPECT--
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../full.sock: cannot connect: ... (is the server running, and is its address right?)
took: true
RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: cannot connect: ... (is the server running, and is its address right?)
took: true
