--TEST--
A list of servers is shown as its addresses, without credentials, and phpinfo() says what it outlives
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

function quorums(): string
{
    ob_start();
    (new ReflectionExtension('redislock'))->info();
    preg_match('/^Quorums => (.*)/m', ob_get_clean(), $found);

    return $found[1];
}

echo quorums(), "\n";
$lock = new RedisLock('k', server: ['redis://u:hunter2@a:1/3', 'unix:///b', 'redis://[::1]']);
print_r($lock);
echo quorums(), "\n";
new RedisLock('k', server: ['redis://a', 'redis://b', 'redis://c', 'redis://d']);
echo quorums(), "\n";
new RedisLock('k', server: ['redis://a', 'redis://b']);
echo quorums(), "\n";
say('connections', RedisLock::stats()['connections']);
?>
--EXPECT--
lists of servers: 0
RedisLock Object
(
    [key] => k
    [state] => free
    [ttl] => 30
    [remaining] => 0
    [server] => redis://a:1/3, unix:///b, redis://[::1]:6379
)
lists of servers: 1
lists of servers: 2 (a list of 4 outlives the loss of no more than 3 do)
lists of servers: 3 (a list of 2 does not outlive the loss of one: name three or more)
connections: 0
