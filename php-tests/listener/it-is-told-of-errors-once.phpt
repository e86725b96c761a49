--TEST--
The listener is told of an operation without a usable reply, and the reason is the message of the exception
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$events = [];
RedisLock::listen(function (RedisLockEvent $event) use (&$events) {
    $events[] = $event;
});
$told = function () use (&$events): array {
    $shown = array_column($events, 'type');
    $events = [];
    return $shown;
};
$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 60.0, server: "$redis->address?connect_timeout=1&read_timeout=1");
$lock->acquire();
say('acquired', $told());
$redis->stop();
foreach (['release', 'isLocked', 'acquire'] as $method) {
    $message = '';
    try {
        $lock->$method();
    } catch (RedisLockConnectionException $exception) {
        $message = $exception->getMessage();
    }
    $errors = array_filter($events, fn(RedisLockEvent $event): bool => $event->type === 'error');
    say($method, [array_map(fn(RedisLockEvent $event): bool => $event->reason === $message, array_values($errors)), $told()]);
}
say('errors', RedisLock::stats()['errors']);
?>
--EXPECT--
acquired: ["acquired"]
release: [[true],["error"]]
isLocked: [[true],["error"]]
acquire: [[true],["error"]]
errors: 3
