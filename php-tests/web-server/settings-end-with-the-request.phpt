--TEST--
A setting that one request changes has its old value in the next request
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/WebServer.php';

$redis = RedisServer::start();
$web = new WebServer($redis->directory, <<<'PHP'
    echo ini_get('redislock.server'), ' ', ini_get('redislock.read_timeout'), ' ', strtok(thrown(fn() => new RedisLock('k')), ':');
    ini_set('redislock.server', $_GET['server']);
    ini_set('redislock.read_timeout', '5');
    echo ', then ', ini_get('redislock.server'), ' ', ini_get('redislock.read_timeout'), ' ', strtok(thrown(fn() => new RedisLock('k')), ':');
    PHP, ['redislock.server' => 'redis://php.ini']);
echo $web->request(server: 'redis://elsewhere'), "\n";
echo $web->request(server: 'nonsense'), "\n";
echo $web->request(server: 'redis://elsewhere'), "\n";
?>
--EXPECT--
redis://php.ini 2.0 nothing thrown, returned RedisLock, then redis://elsewhere 5 nothing thrown, returned RedisLock
redis://php.ini 2.0 nothing thrown, returned RedisLock, then redis://php.ini 5 nothing thrown, returned RedisLock
redis://php.ini 2.0 nothing thrown, returned RedisLock, then redis://elsewhere 5 nothing thrown, returned RedisLock
