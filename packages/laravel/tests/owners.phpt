--TEST--
owner() is known before and after get(), an owner can be supplied, and one owner acquires the lock once, with either driver
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
say('the generated owner', [strlen($owner), $lock->isOwnedByCurrentProcess(), $other->isOwnedByCurrentProcess(), $other->owner() !== $owner]);
say('is owned by', [$other->isOwnedBy($owner), $other->isOwnedBy('another-client'), $other->isOwnedBy(null), $cache->lock('free')->isOwnedBy(null)]);
say('released by its owner elsewhere', [$cache->restoreLock('b', 'another-client')->release(), $cache->restoreLock('b', $owner)->release(), $lock->release()]);

$chosen = $cache->lock('c', 60, 'me');
say('a chosen owner', [$chosen->owner(), $chosen->get(), $chosen->get(), $cache->lock('c', 60, 'me')->get(), $cache->restoreLock('c', 'me')->get()]);
say('by its name', [$cache->lock('c', 60, 'you')->release(), $cache->lock('c', 60, 'me')->release(), $cache->lock('c', 60, 'you')->get()]);

$twice = $cache->lock('d', 60);
say('one object, twice', [$twice->get(), $twice->get(), $twice->release(), $twice->get()]);
say('an empty owner is none', [$cache->lock('e', 60, '')->get(), $cache->lock('e', 60, '')->get()]);

// A client that knows an owner may use it, so it excludes the object that returned the owner.
foreach (['' => [], ', lock_server' => ['lock_server' => "$redis->address?db=9"], ', packed' => [], ', renewed' => ['lock_renew' => true]] as $case => $keys) {
    $elsewhere = caches($redis, $keys, $case === ', packed' ? ['serializer' => Redis::SERIALIZER_PHP] : [])->store('redis');
    $first = $elsewhere->lock('t', 60);
    $first->get();
    $owner = $first->owner();
    $first->release();
    $restored = $elsewhere->restoreLock('t', $owner);
    say("restored, then the first$case", [$restored->get(), $first->get(), $restored->release(), $first->get(), $restored->get(), $first->release()]);
    $first = $elsewhere->lock('t', 60);
    $first->owner();
    $clone = clone $first;
    say("a clone, then the first$case", [$clone->get(), $first->get(), $clone->release()]);
    $chosen = $elsewhere->lock('t', 60, $first->owner());
    say("chosen as returned, then the first$case", [$chosen->get(), $first->get(), $chosen->release()]);
    $first = $elsewhere->lock('t', 60);
    say("a clone of one that was acquired$case", [$first->get(), (clone $first)->get(), (clone $first)->release(), $first->release()]);
}
$left = fn(int $seconds, array $keys = []) => caches($redis, $keys)->store('redis')->lock('l', $seconds, 'me')->get() ? $redis->ask('PTTL', $redis->locks()[0]) : null;
$redis->ask('FLUSHALL');
say('the seconds of a chosen one', [lease_of(60, $left(60)), $redis->ask('FLUSHALL'), $left(0) > 9e11, $redis->ask('FLUSHALL')]);
say('its name is no other lock\'s', [$cache->lock('n:owner', 60)->get(), $cache->lock('n', 60, 'me')->get()]);
$fenced = caches($redis, ['lock_fenced' => true])->store('redis')->lock('m', 60, 'me');
say('and fenced', [$fenced->get(), is_int($fenced->getFence())]);

// All at once: to the extension they are one owner.
$children = [];
for ($n = 0; $n < 6; $n++) {
    $children[] = laravel_child('$cache = caches_at($argv[1])->store("redis"); $cache->get("x"); echo "ready\n"; hear(); echo (int) $cache->lock("f", 60, "us")->get(), "\n"; hear();', $redis);
}
array_map(fn($child) => $child->hear(), $children);
array_map(fn($child) => $child->tell('go'), $children);
say('of six with one owner got the lock', array_sum(array_map(fn($child) => (int) $child->hear(), $children)));
array_map(fn($child) => $child->finish(), $children);

// During a rollout one owner may come by both drivers; to a server of the locks' own only by this one.
foreach (['one owner by two drivers' => ['redis', 'own', ''], 'one owner with lock_server' => ['redis', 'redis', "$redis->address?db=9"]] as $case => [$one, $other, $server]) {
    $rivals = array_map(fn($driver) => laravel_child(<<<'PHP'
        [, $socket, $driver, $server] = $argv;
        $cache = caches_at($socket, $server === '' ? [] : ['lock_server' => $server])->store($driver);
        $redis = $cache->getStore()->connection();
        $redis->ping();
        echo "ready\n";
        hear();
        $together = 0;
        for ($n = 0; $n < 300; $n += (int) $got) {
            $lock = $cache->lock('g', 20, 'job-42');
            if ($got = $lock->get()) {
                $together += $redis->incr('inside') > 1;
                $redis->decr('inside');
                $lock->release();
            }
        }
        echo "$together\n";
        PHP, $redis, $driver, $server), [$one, $other]);
    array_map(fn($child) => $child->hear(), $rivals);
    array_map(fn($child) => $child->tell('go'), $rivals);
    say("$case, in at once", array_map(fn($child) => (int) $child->hear(), $rivals));
    array_map(fn($child) => $child->finish(), $rivals);
}
?>
--EXPECT--
the owner from before the acquisition: [true,true,true]
and of the next one: [true,true]
the generated owner: [32,true,false,true]
is owned by: [true,false,false,true]
released by its owner elsewhere: [false,true,false]
a chosen owner: ["me",true,false,false,false]
by its name: [false,true,true]
one object, twice: [true,false,true,true]
an empty owner is none: [true,false]
restored, then the first: [true,false,true,true,false,true]
a clone, then the first: [true,false,true]
chosen as returned, then the first: [true,false,true]
a clone of one that was acquired: [true,false,true,false]
restored, then the first, lock_server: [true,false,true,true,false,true]
a clone, then the first, lock_server: [true,false,true]
chosen as returned, then the first, lock_server: [true,false,true]
a clone of one that was acquired, lock_server: [true,false,true,false]
restored, then the first, packed: [true,false,true,true,false,true]
a clone, then the first, packed: [true,false,true]
chosen as returned, then the first, packed: [true,false,true]
a clone of one that was acquired, packed: [true,false,true,false]
restored, then the first, renewed: [true,false,true,true,false,true]
a clone, then the first, renewed: [true,false,true]
chosen as returned, then the first, renewed: [true,false,true]
a clone of one that was acquired, renewed: [true,false,true,false]
the seconds of a chosen one: [60,"OK",true,"OK"]
its name is no other lock's: [true,true]
and fenced: [true,true]
of six with one owner got the lock: 1
one owner by two drivers, in at once: [0,0]
one owner with lock_server, in at once: [0,0]
