--TEST--
If the command of a failed get() arrives after its key was deleted, later calls delete the key again, also with a serializer
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
foreach (['plain' => [], 'packed' => ['serializer' => Redis::SERIALIZER_PHP]] as $case => $connection) {
    $proxy = FaultProxy::before($redis);
    $store = caches($redis, [], ['host' => substr($proxy->address, strlen('unix://')), 'read_timeout' => 1.5, ...$connection])->store('redis');
    $store->lock('warm', 60)->get();
    $proxy->on('SET', 'keep');
    say("$case, get()", strstr(thrown(fn() => $store->lock('late', 3600)->get()), ':', true));
    $proxy->reset();
    $other = $store->lock('other', 60);
    say('  another lock', $other->get() && $other->release()); // deletes what is not there yet
    say('  late', [$proxy->deliver() > 0, count($redis->ask('KEYS', '*:late'))]);
    await('the deletion', fn() => $other->get() && $other->release() && !$store->lock('late')->isLocked());
    $store->lock('warm')->forceRelease();
}
?>
--EXPECT--
plain, get(): "RedisException"
  another lock: true
  late: [true,1]
packed, get(): "RedisException"
  another lock: true
  late: [true,1]
