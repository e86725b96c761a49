--TEST--
A key in a message is escaped where it is not printable, and cut where it is long
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$server = 'unix:///nowhere/at/all.sock';
foreach (["a\0b", "\xff\xfe", "a\r\nb", "\e[31mred", 'Straße 🔒', str_repeat('k', 100), str_repeat('k', 101), str_repeat('é', 65_536 / 2), 'quo"te'] as $key) {
    $message = thrown(fn() => (new RedisLock($key, server: $server))->tryAcquire());
    echo preg_replace('/: cannot connect.*/', '', $message), "\n";
}
?>
--EXPECT--
RedisLockConnectionException: Cannot acquire lock "a\x00b" on unix:///nowhere/at/all.sock
RedisLockConnectionException: Cannot acquire lock "\xff\xfe" on unix:///nowhere/at/all.sock
RedisLockConnectionException: Cannot acquire lock "a\r\nb" on unix:///nowhere/at/all.sock
RedisLockConnectionException: Cannot acquire lock "\x1b[31mred" on unix:///nowhere/at/all.sock
RedisLockConnectionException: Cannot acquire lock "Straße 🔒" on unix:///nowhere/at/all.sock
RedisLockConnectionException: Cannot acquire lock "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk" on unix:///nowhere/at/all.sock
RedisLockConnectionException: Cannot acquire lock "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…" on unix:///nowhere/at/all.sock
RedisLockConnectionException: Cannot acquire lock "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé…" on unix:///nowhere/at/all.sock
RedisLockConnectionException: Cannot acquire lock "quo"te" on unix:///nowhere/at/all.sock
