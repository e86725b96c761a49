--TEST--
An exception of a signal handler ends a search while a sentinel, or a node of a cluster, accepts no connection or is silent: the next search begins with another one
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start(tcp: true);
$port = $redis->port;
$answers = [
    'redis-sentinel://%s/main' => sprintf("*2\r\n$9\r\n127.0.0.1\r\n$%d\r\n%s\r\n", strlen("$port"), $port),
    'redis-cluster://%s' => "*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:$port\r\n",
];
$proxies = array_map(fn() => FaultProxy::byTcp($redis), range(0, 3));
$few = stream_context_create(['socket' => ['backlog' => 1]]);
$wait = function () {
    in_array('tryAcquire', array_column(debug_backtrace(), 'function'), true) ? throw new DomainException('enough') : pcntl_alarm(1);
};
pcntl_async_signals(true);
pcntl_signal(SIGALRM, $wait);
foreach (['accepts no connection' => 20, 'is silent' => 0] as $what => $clients) {
    foreach ($answers as $address => $answer) {
        $listener = stream_socket_server('tcp://127.0.0.1:0', $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $few);
        $first = stream_socket_get_name($listener, false);
        $full = [];
        for ($n = 0; $n < $clients; $n++) {
            $full[] = @stream_socket_client("tcp://$first", $code, $message, 0.02, STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT);
        }
        $other = array_pop($proxies)->always('SENTINEL', 'say', $answer)->always('CLUSTER', 'say', $answer);
        $server = sprintf($address, "$first," . str_replace('redis://', '', $other->address));
        $lock = new RedisLock('k', server: "$server?connect_timeout=600&read_timeout=600");
        $try = function (int $seconds) use ($lock): bool {
            pcntl_alarm($seconds);
            try {
                return $lock->tryAcquire();
            } finally {
                pcntl_alarm(0);
            }
        };
        printf("$address, the first $what\n", '...');
        say('a try', thrown(fn() => $try(1)));
        say('the next one', thrown(fn() => $try(30)));
        say('released', $lock->release());
    }
}
?>
--EXPECT--
redis-sentinel://.../main, the first accepts no connection
a try: "DomainException: enough"
the next one: "nothing thrown, returned true"
released: true
redis-cluster://..., the first accepts no connection
a try: "DomainException: enough"
the next one: "nothing thrown, returned true"
released: true
redis-sentinel://.../main, the first is silent
a try: "DomainException: enough"
the next one: "nothing thrown, returned true"
released: true
redis-cluster://..., the first is silent
a try: "DomainException: enough"
the next one: "nothing thrown, returned true"
released: true
