--TEST--
The exceptions are RuntimeExceptions with a common base
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

foreach (['RedisLockException', 'RedisLockConnectionException', 'RedisLockTimeoutException', 'RedisLockLostException'] as $class) {
    say($class, array_values(class_parents($class)));
}
?>
--EXPECT--
RedisLockException: ["RuntimeException","Exception"]
RedisLockConnectionException: ["RedisLockException","RuntimeException","Exception"]
RedisLockTimeoutException: ["RedisLockException","RuntimeException","Exception"]
RedisLockLostException: ["RedisLockException","RuntimeException","Exception"]
