--TEST--
With lock_events, what happens to locks and funnels is dispatched as events of Laravel; without, nothing listens
--EXTENSIONS--
iconv
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/application.php';

use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Event;
use RedisLock\Laravel\Events\LockAcquired;
use RedisLock\Laravel\Events\LockContended;
use RedisLock\Laravel\Events\LockEvent;
use RedisLock\Laravel\Events\LockLost;
use RedisLock\Laravel\Events\LockReleased;
use RedisLock\Laravel\Events\LockTimedOut;

$redis = RedisServer::start();
foreach (['without lock_events' => [], 'with lock_events' => ['lock_events' => 'true'], 'and lock_server' => ['lock_events' => true, 'lock_server' => $redis->address]] as $case => $keys) {
    $redis->ask('FLUSHALL');
    $app = application($redis, $keys);
    echo "$case\n";
    foreach ([LockAcquired::class, LockContended::class, LockTimedOut::class, LockLost::class, LockReleased::class] as $class) {
        Event::listen($class, function (LockEvent $event): void {
            say('  ' . strrchr($event::class, '\\'), [$event->details->kind, str_replace('_:', '_', $event->details->key), is_float($event->details->held)]);
        });
    }
    $lock = Cache::lock('a', 60);
    $lock->get();
    thrown(fn() => Cache::lock('a', 60)->block(0.01));
    $lock->release();
    Cache::lock('b', 60, 'me')->get(fn() => null);
    Cache::readLock('c', 60)->get(fn() => null);
    Cache::locks(['d', 'e'], 60)->get(fn() => null);
    Cache::funnel('f')->limit(1)->then(fn() => null);
    $lost = Cache::lock('g', 60);
    $lost->get();
    $redis->ask('DEL', ...$redis->ask('KEYS', '*g'));
    $lost->release();
}

// An exception of a listener ends the lock, unless the caller has chosen the owner.
foreach (['fenced' => ['lock_fenced' => true], 'lock_server' => ['lock_server' => $redis->address], 'a read lock' => []] as $case => $keys) {
    $redis->ask('FLUSHALL');
    application($redis, ['lock_events' => true] + $keys);
    Event::listen(LockAcquired::class, fn() => throw new DomainException('of a listener'));
    $get = fn(string $name, ?string $owner = null) => strstr(thrown(fn() => ($case === 'a read lock' ? Cache::readLock($name, 60, $owner) : Cache::lock($name, 60, $owner))->get()), ':', true);
    say("$case", [$get('i'), $get('j', 'me'), Cache::lock('i')->isLocked(), Cache::lock('j')->isLocked()]);
}
application($redis, ['lock_events' => true]);
Event::fake();
Cache::lock('h', 60)->get();
say('Event::fake()', Event::dispatched(LockAcquired::class)->count());
?>
--EXPECT--
without lock_events
with lock_events
  \LockAcquired: ["lock","laravel_database_laravel_cache_a",false]
  \LockContended: ["lock","laravel_database_laravel_cache_a",false]
  \LockTimedOut: ["lock","laravel_database_laravel_cache_a",false]
  \LockReleased: ["lock","laravel_database_laravel_cache_a",true]
  \LockAcquired: ["shared","laravel_database_laravel_cache_c",false]
  \LockReleased: ["shared","laravel_database_laravel_cache_c",true]
  \LockAcquired: ["multi","laravel_database_laravel_cache_d",false]
  \LockReleased: ["multi","laravel_database_laravel_cache_d",true]
  \LockAcquired: ["semaphore","laravel_database_laravel_cache_f:semaphore",false]
  \LockReleased: ["semaphore","laravel_database_laravel_cache_f:semaphore",true]
  \LockAcquired: ["lock","laravel_database_laravel_cache_g",false]
  \LockLost: ["lock","laravel_database_laravel_cache_g",true]
and lock_server
  \LockAcquired: ["lock","laravel_database_laravel_cache_a",false]
  \LockContended: ["lock","laravel_database_laravel_cache_a",false]
  \LockTimedOut: ["lock","laravel_database_laravel_cache_a",false]
  \LockReleased: ["lock","laravel_database_laravel_cache_a",true]
  \LockAcquired: ["lock","laravel_database_laravel_cache_b",false]
  \LockReleased: ["lock","laravel_database_laravel_cache_b",true]
  \LockAcquired: ["shared","laravel_database_laravel_cache_c",false]
  \LockReleased: ["shared","laravel_database_laravel_cache_c",true]
  \LockAcquired: ["multi","laravel_database_laravel_cache_d",false]
  \LockReleased: ["multi","laravel_database_laravel_cache_d",true]
  \LockAcquired: ["semaphore","laravel_database_laravel_cache_f:semaphore",false]
  \LockReleased: ["semaphore","laravel_database_laravel_cache_f:semaphore",true]
  \LockAcquired: ["lock","laravel_database_laravel_cache_g",false]
  \LockLost: ["lock","laravel_database_laravel_cache_g",true]
fenced: ["ErrorException","ErrorException",false,true]
lock_server: ["ErrorException","ErrorException",false,true]
a read lock: ["ErrorException","ErrorException",false,true]
Event::fake(): 1
