--TEST--
No trace has a token, because a client that knows a token can release the lock
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

ini_set('zend.exception_string_param_max_len', '1000');
foreach ([
    'range' => fn() => RedisLock::restore('k', 'hunter2', -1.0),
    'type' => fn() => RedisLock::restore('k', 'hunter2', []),
    'server' => fn() => RedisLock::restore('k', 'hunter2', 1.0, 'nonsense'),
] as $what => $call) {
    try {
        $call();
    } catch (Throwable $exception) {
        say($what, [$exception::class, str_contains((string) $exception, 'hunter2'), $exception->getTrace()[0]['args'][1]::class]);
    }
}
?>
--EXPECT--
range: ["ValueError",false,"SensitiveParameterValue"]
type: ["TypeError",false,"SensitiveParameterValue"]
server: ["ValueError",false,"SensitiveParameterValue"]
