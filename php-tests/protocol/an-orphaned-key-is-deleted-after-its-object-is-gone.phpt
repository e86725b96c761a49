--TEST--
If the reply to SET never arrives and the object goes, the next command of another object deletes the key
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$server = "$proxy->address?read_timeout=1";
$lock = new RedisLock('k', ttl: 600.0, server: $server);
$proxy->on('SET', 'hang');
echo strtok(thrown(fn() => $lock->synchronized(fn() => print "ran\n")), ':'), "\n";
unset($lock);
say('key', $redis->ask('EXISTS', 'k'));
say('another one acquires it at once', (new RedisLock('k', server: $server))->tryAcquire());
?>
--EXPECT--
RedisLockConnectionException
key: 1
another one acquires it at once: true
