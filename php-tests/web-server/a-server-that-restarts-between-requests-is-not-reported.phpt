--TEST--
If Redis restarts between two requests, the second request works and prints nothing
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/WebServer.php';

$redis = RedisServer::start();
$web = new WebServer($redis->directory, <<<'PHP'
    if (isset($_GET['stats'])) {
        exit(json_encode(array_intersect_key(RedisLock::stats(), ['connections' => 0, 'reconnects' => 0, 'errors' => 0])));
    }
    say('worked', (new RedisLock('k'))->synchronized(fn() => true));
    PHP, ['redislock.server' => $redis->address]);
echo $web->request();
rename($router = "$redis->directory/router.php", $kept = sys_get_temp_dir() . '/redislock-router-' . bin2hex(random_bytes(6)));
$redis->restart();
rename($kept, $router);
echo $web->request();
$redis->killClients();
echo $web->request();
echo $web->request(stats: 'yes'), "\n";
?>
--EXPECT--
worked: true
worked: true
worked: true
{"reconnects":2,"errors":0,"connections":1}
