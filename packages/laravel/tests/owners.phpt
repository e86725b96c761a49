--TEST--
owner() is known before and after get(), owners can be chosen, and one owner has the lock once
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$cache = caches($redis)->store('redis');

$lock = $cache->lock('a', 60);
$owner = $lock->owner();
say('the owner from before the acquisition', [$lock->get(), $lock->owner() === $owner, $redis->ask('GET', $redis->locks()[0]) === $owner]);
$lock->release();
say('and of the next one', [$lock->get(), $lock->owner() === $owner]);

$lock = $cache->lock('b', 60);
$lock->get();
$owner = $lock->owner();
$other = $cache->lock('b', 60);
say('the owner that was drawn', [strlen($owner), $lock->isOwnedByCurrentProcess(), $other->isOwnedByCurrentProcess(), $other->owner() !== $owner]);
say('is owned by', [$other->isOwnedBy($owner), $other->isOwnedBy('somebody'), $other->isOwnedBy(null), $cache->lock('free')->isOwnedBy(null)]);
say('released by its owner elsewhere', [$cache->restoreLock('b', 'somebody')->release(), $cache->restoreLock('b', $owner)->release(), $lock->release()]);

$chosen = $cache->lock('c', 60, 'me');
say('a chosen owner', [$chosen->owner(), $chosen->get(), $chosen->get(), $cache->lock('c', 60, 'me')->get(), $cache->restoreLock('c', 'me')->get()]);
say('by its name', [$cache->lock('c', 60, 'you')->release(), $cache->lock('c', 60, 'me')->release(), $cache->lock('c', 60, 'you')->get()]);

$twice = $cache->lock('d', 60);
say('one object, twice', [$twice->get(), $twice->get(), $twice->release(), $twice->get()]);
say('an empty owner is none', [$cache->lock('e', 60, '')->get(), $cache->lock('e', 60, '')->get()]);

// All at once: to the extension they are one owner.
$children = [];
for ($n = 0; $n < 6; $n++) {
    $children[] = laravel_child('$cache = caches_at($argv[1])->store("redis"); $cache->get("x"); echo "ready\n"; hear(); echo (int) $cache->lock("f", 60, "us")->get(), "\n"; hear();', $redis);
}
array_map(fn($child) => $child->hear(), $children);
array_map(fn($child) => $child->tell('go'), $children);
say('of six with one owner got the lock', array_sum(array_map(fn($child) => (int) $child->hear(), $children)));
array_map(fn($child) => $child->finish(), $children);
?>
--EXPECT--
the owner from before the acquisition: [true,true,true]
and of the next one: [true,true]
the owner that was drawn: [32,true,false,true]
is owned by: [true,false,false,true]
released by its owner elsewhere: [false,true,false]
a chosen owner: ["me",true,false,false,false]
by its name: [false,true,true]
one object, twice: [true,false,true,true]
an empty owner is none: [true,false]
of six with one owner got the lock: 1
