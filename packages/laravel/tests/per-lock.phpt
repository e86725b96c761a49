--TEST--
renew() and abortOnLoss() concern one lock; read locks share, and exclude the others
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$cache = caches($redis)->store('redis');
$left = fn() => $redis->ask('PTTL', $redis->locks()[0]) / 1000;

$lock = $cache->lock('a', 300)->renew();
say('renew()', [$lock->get(), $left() <= 60.0, $lock->release()]);
say('no renew()', [($plain = $cache->lock('a', 300))->get(), $left() > 60.0, $plain->release()]);
$lock = $cache->lock('a', 300)->renew(lease: 5);
$lock->get();
$renewed = RedisLock::stats()['renewed'];
await('a renewal', fn() => RedisLock::stats()['renewed'] > $renewed);
unset($lock);
say('renew(lease: 5), and all seconds at its end', lease_of(300, (int) ($left() * 1000)));
$cache->lock('a')->forceRelease();
$lock = $cache->lock('a', 300)->renew(lease: 5, maxHold: 1);
$lock->get();
await('the end of the renewal', fn() => $redis->locks() === []);
say('maxHold', $lock->release());
foreach (['a lock' => fn() => $cache->lock('b', 60), 'a chosen owner' => fn() => $cache->lock('b', 60, 'me'), 'several' => fn() => $cache->locks(['b', 'c'], 60)] as $case => $lock) {
    say("abortOnLoss() of $case", strstr(thrown(fn() => $lock()->renew(lease: 5)->abortOnLoss()->get(function () use ($redis) {
        $redis->connect()->ask('FLUSHALL'); // the exception may come before its reply
        sleep(60);
    })), ':', true));
}
say('several, renewed', [($several = $cache->locks(['b', 'c'], 300)->renew(lease: 5))->get(), $left() <= 5.0, $several->release()]);

foreach (['' => [[], []], ', packed' => [[], ['serializer' => Redis::SERIALIZER_PHP]], ', renewed' => [['lock_renew' => true], []]] as $case => [$keys, $connection]) {
    $shared = caches($redis, $keys, $connection)->store('redis');
    [$one, $two, $writer] = [$shared->readLock('r', 60), $shared->lock('r', 60)->shared(), $shared->lock('r', 60)];
    say("two readers, no writer$case", [$one->get(), $two->get(), $writer->get(), $one->isLocked(), $one->getHolder()->isOwn, $one->refresh(30)]);
    $owner = $two->owner();
    say("restored by its owner$case", [$shared->restoreLock('r', 'another')->shared()->release(), $shared->restoreLock('r', $owner)->shared()->release(), $two->release()]);
    say("the last reader's end lets the writer in$case", [$one->release(), $writer->get(), $shared->readLock('r', 60)->get(), thrown(fn() => $shared->readLock('r', 60)->block(0.1, fn() => null)) !== '', $writer->release()]);
    $chosen = $shared->readLock('r', 60, 'me');
    say("a reader with a chosen owner$case", [$chosen->get(), $writer->get(), $shared->readLock('r', 60)->block(1, fn() => 'read'), $chosen->release(), $writer->get(), $writer->release()]);
}
?>
--EXPECT--
renew(): [true,true,true]
no renew(): [true,true,true]
renew(lease: 5), and all seconds at its end: 300
maxHold: false
abortOnLoss() of a lock: "RedisLockLostException"
abortOnLoss() of a chosen owner: "RedisLockLostException"
abortOnLoss() of several: "RedisLockLostException"
several, renewed: [true,true,true]
two readers, no writer: [true,true,false,true,true,true]
restored by its owner: [false,true,false]
the last reader's end lets the writer in: [true,true,false,true,true]
a reader with a chosen owner: [true,false,"read",true,true,true]
two readers, no writer, packed: [true,true,false,true,true,true]
restored by its owner, packed: [false,true,false]
the last reader's end lets the writer in, packed: [true,true,false,true,true]
a reader with a chosen owner, packed: [true,false,"read",true,true,true]
two readers, no writer, renewed: [true,true,false,true,true,true]
restored by its owner, renewed: [false,true,false]
the last reader's end lets the writer in, renewed: [true,true,false,true,true]
a reader with a chosen owner, renewed: [true,false,"read",true,true,true]
