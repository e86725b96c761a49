--TEST--
No exception, message or trace, arguments included, has a password
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start(['requirepass' => 'other'], tcp: true);
const PASSWORD = 'hunter2';
ini_set('zend.exception_string_param_max_len', '1000');

// Failures with a password in the address.
$wrong = fn(string $address) => [
    'number' => fn() => new RedisLock('k', -1.0, 10.0, $address),
    'type' => fn() => new RedisLock('k', 1.0, [], $address),
    'option' => fn() => new RedisLock('k', server: "$address&nonsense=hunter2"),
    'option, positional' => fn() => new RedisLock('k', 1.0, 1.0, "$address&nonsense=hunter2"),
    'list' => fn() => (new RedisLock('k', 1.0, 0.0, [$address]))->acquire(),
    'twice in a list' => fn() => new RedisLock('k', server: [$address, $address]),
    'replicas' => fn() => (new RedisLock('k', 1.0, 0.0, $address, replicas: 1))->acquire(),
    'restore' => fn() => RedisLock::restore('k', '', 1.0, $address),
    'too many' => fn() => RedisLock::restore('k', 't', 1.0, $address, 1.0, false, INF, false, false, 0.1, 0, true, true, false, 5),
    'connect' => fn() => (new RedisLock('k', 1.0, 1.0, $address))->acquire(),
    'release' => fn() => RedisLock::restore('k', 't', 1.0, $address)->release(),
    'refresh' => fn() => RedisLock::restore('k', 't', 1.0, $address)->refresh(),
    'check' => fn() => RedisLock::restore('k', 't', 1.0, $address)->isLocked(),
    'work' => fn() => (new RedisLock('k', 1.0, 1.0, $address))->synchronized(fn() => 1),
    'permits' => fn() => new RedisSemaphore('k', 0, 1.0, 1.0, $address),
    'semaphore' => fn() => (new RedisSemaphore('k', 1, 1.0, 1.0, $address))->acquire(),
    'restored semaphore' => fn() => RedisSemaphore::restore('k', 't', 1, 1.0, $address)->getHolders(),
];
$addresses = [
    'TCP, refused' => $redis->tcpAddress('user:' . PASSWORD, '?read_timeout=10'),
    'TCP, no server' => 'redis://:' . PASSWORD . '@127.0.0.1:1/3?read_timeout=10',
    'Unix, refused' => "unix://$redis->socket?user=user&pass=" . PASSWORD,
    'Unix, no server' => 'unix:///nowhere/at/all.sock?pass=' . PASSWORD,
    'Sentinel' => 'redis-sentinel://user:' . PASSWORD . '@127.0.0.1:1/main?sentinel_user=user&sentinel_pass=' . PASSWORD,
    'cluster' => 'redis-cluster://user:' . PASSWORD . '@127.0.0.1:1?read_timeout=10',
];
foreach ($addresses as $which => $address) {
    $classes = [];
    $leaks = [];
    foreach ($wrong($address) as $what => $call) {
        try {
            $call();
            $classes[] = 'nothing thrown';
        } catch (Throwable $exception) {
            $classes[] = $exception::class;
            ob_start();
            print_r($exception);
            var_dump($exception->getTrace());
            echo $exception;
            $text = ob_get_clean();
            // The anonymous functions of this test are handed no address, they have it.
            if (str_contains($text, PASSWORD)) {
                $leaks[] = $what;
            }
        }
    }
    say($which, array_count_values($classes));
    say('leaks', $leaks);
}
try {
    new RedisLock('k', -1.0, 10.0, $addresses['TCP, refused']);
} catch (ValueError $error) {
    echo $error->getTraceAsString(), "\n";
}
?>
--EXPECTF--
TCP, refused: {"ValueError":6,"TypeError":1,"RedisLockConnectionException":9,"ArgumentCountError":1}
leaks: []
TCP, no server: {"ValueError":6,"TypeError":1,"RedisLockConnectionException":9,"ArgumentCountError":1}
leaks: []
Unix, refused: {"ValueError":6,"TypeError":1,"RedisLockConnectionException":9,"ArgumentCountError":1}
leaks: []
Unix, no server: {"ValueError":6,"TypeError":1,"RedisLockConnectionException":9,"ArgumentCountError":1}
leaks: []
Sentinel: {"ValueError":7,"TypeError":1,"RedisLockConnectionException":8,"ArgumentCountError":1}
leaks: []
cluster: {"ValueError":7,"TypeError":1,"RedisLockConnectionException":8,"ArgumentCountError":1}
leaks: []
#0 %s(%d): RedisLock->__construct('k', -1.0, 10.0, Object(SensitiveParameterValue))
#1 {main}
