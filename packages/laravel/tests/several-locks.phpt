--TEST--
Cache::locks() takes all locks or none: it and locks of single names, Laravel's own too, exclude each other; it is restored by its owner
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

use Illuminate\Contracts\Cache\LockTimeoutException;

$redis = RedisServer::start();
foreach ([
    'plain' => [[], []],
    'prefix of the connection' => [[], ['prefix' => 'mine:']],
    'serializer igbinary' => [[], ['serializer' => Redis::SERIALIZER_IGBINARY]],
    'renewed' => [['lock_renew' => true], []],
    'fenced' => [['lock_fenced' => true], []],
] as $case => [$keys, $connection]) {
    $redis->ask('FLUSHALL');
    $caches = caches($redis, $keys, $connection);
    [$ours, $own] = [$caches->store('redis'), $caches->store('own')];
    echo "$case\n";
    $locks = $ours->locks(['b', 'a'], 60);
    say('  free', [$locks->isLocked(), $locks->getFences()]);
    say('  got', $locks->get());
    say('  single ones, ours and Laravel\'s own', [$ours->lock('a', 60)->get(), $own->lock('b', 60)->get(), $own->lock('c', 60)->get()]);
    say('  held', [$locks->isLocked(), array_map(fn($fence) => $fence > 1e15, $locks->getFences())]);
    say('  again, refreshed, own', [$locks->get(), $locks->refresh(), $locks->isOwnedByCurrentProcess()]);
    say('  Laravel\'s own lock by the owner', $own->restoreLock('a', $locks->owner())->isOwnedByCurrentProcess());
    say('  released', [$locks->release(), $locks->release(), $own->lock('b', 60)->get()]);
    say('  one is held by Laravel\'s own', [$locks->isLocked(), $locks->get(), $ours->lock('a', 60)->get()]);
    $ours->lock('a', 60)->forceRelease();
    try {
        $locks->block(0.1);
    } catch (LockTimeoutException $exception) {
        echo '  ', preg_replace('/\[.*\]/', '[...]', $exception->getMessage()), "\n";
    }
    $own->lock('b', 60)->forceRelease();
    say('  block', $locks->block(5, fn() => 'the work'));
    $locks->get();
    say('  restored, released', [$ours->restoreLocks(['a', 'b'], $locks->owner())->release(), $locks->isOwnedByCurrentProcess()]);
    say('  another owner', $ours->restoreLocks(['a', 'b'], 'x')->release());
    say('  free', [$own->lock('a', 60)->get(), $own->lock('b', 60)->get()]);
    $locks->forceRelease();
    say('  free after forceRelease()', $locks->get());
    $ours->lock('a', 60)->forceRelease();
    say('  one is lost: got again', $locks->get());
}
?>
--EXPECT--
plain
  free: [false,[]]
  got: true
  single ones, ours and Laravel's own: [false,false,true]
  held: [true,[]]
  again, refreshed, own: [false,true,true]
  Laravel's own lock by the owner: true
  released: [true,false,true]
  one is held by Laravel's own: [true,false,true]
  Lock [...] was not free within 0.1 seconds.
  block: "the work"
  restored, released: [true,false]
  another owner: false
  free: [true,true]
  free after forceRelease(): true
  one is lost: got again: true
prefix of the connection
  free: [false,[]]
  got: true
  single ones, ours and Laravel's own: [false,false,true]
  held: [true,[]]
  again, refreshed, own: [false,true,true]
  Laravel's own lock by the owner: true
  released: [true,false,true]
  one is held by Laravel's own: [true,false,true]
  Lock [...] was not free within 0.1 seconds.
  block: "the work"
  restored, released: [true,false]
  another owner: false
  free: [true,true]
  free after forceRelease(): true
  one is lost: got again: true
serializer igbinary
  free: [false,[]]
  got: true
  single ones, ours and Laravel's own: [false,false,true]
  held: [true,[]]
  again, refreshed, own: [false,true,true]
  Laravel's own lock by the owner: true
  released: [true,false,true]
  one is held by Laravel's own: [true,false,true]
  Lock [...] was not free within 0.1 seconds.
  block: "the work"
  restored, released: [true,false]
  another owner: false
  free: [true,true]
  free after forceRelease(): true
  one is lost: got again: true
renewed
  free: [false,[]]
  got: true
  single ones, ours and Laravel's own: [false,false,true]
  held: [true,[]]
  again, refreshed, own: [false,true,true]
  Laravel's own lock by the owner: true
  released: [true,false,true]
  one is held by Laravel's own: [true,false,true]
  Lock [...] was not free within 0.1 seconds.
  block: "the work"
  restored, released: [true,false]
  another owner: false
  free: [true,true]
  free after forceRelease(): true
  one is lost: got again: true
fenced
  free: [false,[]]
  got: true
  single ones, ours and Laravel's own: [false,false,true]
  held: [true,{"b":true,"a":true}]
  again, refreshed, own: [false,true,true]
  Laravel's own lock by the owner: true
  released: [true,false,true]
  one is held by Laravel's own: [true,false,true]
  Lock [...] was not free within 0.1 seconds.
  block: "the work"
  restored, released: [true,false]
  another owner: false
  free: [true,true]
  free after forceRelease(): true
  one is lost: got again: true
