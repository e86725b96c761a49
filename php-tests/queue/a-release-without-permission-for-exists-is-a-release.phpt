--TEST--
A user without permission for EXISTS cannot check for waiters, but its release after a wait still releases
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', '~*', '&*', '+@all', '-exists');
$lock = new RedisLock('k', ttl: 600.0, wait: 60.0, server: "$redis->address?user=app&pass=p");
$redis->ask('SET', 'k', 'another-client', 'PX', '100');
say('acquired', $lock->acquire());
say('release', [$lock->release(), RedisLock::stats()['lost'], $redis->ask('EXISTS', 'k')]);
?>
--EXPECT--
acquired: true
release: [true,0,0]
