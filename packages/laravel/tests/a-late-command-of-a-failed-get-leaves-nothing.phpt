--TEST--
If the command of a failed get() arrives after its key was deleted, later calls delete the key again
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$store = caches($redis, [], ['host' => substr($proxy->address, strlen('unix://')), 'read_timeout' => 1.5])->store('redis');
$store->lock('warm', 60)->get();
[$warm] = $redis->ask('KEYS', '*warm');
$proxy->on('SET', 'keep');
say("get()", strstr(thrown(fn() => $store->lock('late', 3600)->get()), ':', true));
$proxy->reset();
$other = $store->lock('other', 60);
say('  another lock', $other->get() && $other->release()); // deletes what is not there yet
say('  late', [$proxy->deliver() > 0, count($redis->ask('KEYS', '*late'))]);
await('the deletion', fn() => $other->get() && $other->release() && !$store->lock('late')->isLocked());
$store->lock('warm')->forceRelease();

// The command is lost with its connection, and the next one finds another owner.
$redis->ask('SET', $name = str_replace('warm', 'lost', $warm), 'another owner');
$proxy->on('SET', 'lose');
say("another owner, get()", $store->lock('lost', 3600)->get());
$redis->ask('DEL', $name);
say('  late', [$proxy->deliver() > 0, $redis->ask('EXISTS', $name)]);
await('the deletion', fn() => $other->get() && $other->release() && $redis->ask('EXISTS', $name) === 0);

// A deletion that fails concerns no other lock.
$proxy->on('SET', 'keep');
say("get()", strstr(thrown(fn() => $store->lock('late', 3600)->get()), ':', true));
$proxy->reset()->on('EVALSHA', 'say', "-NOPERM this user has no permissions\r\n")->on('EVAL', 'say', "-NOPERM this user has no permissions\r\n");
say('  another lock', $other->get());
$proxy->reset();
$other->release();
?>
--EXPECT--
get(): "RedisException"
  another lock: true
  late: [true,1]
another owner, get(): false
  late: [true,1]
get(): "RedisException"
  another lock: true
