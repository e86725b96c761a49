--TEST--
A list of servers is shown as its addresses, without credentials, and opens no connection
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

print_r(new RedisLock('k', server: ['redis://u:hunter2@a:1/3', 'unix:///b', 'redis://[::1]']));
say('connections', RedisLock::stats()['connections']);
?>
--EXPECT--
RedisLock Object
(
    [key] => k
    [state] => free
    [ttl] => 30
    [remaining] => 0
    [server] => redis://a:1/3, unix:///b, redis://[::1]:6379
)
connections: 0
