--TEST--
Each kind of event is counted, times are histograms of seconds, and a program may have a listener of its own beside
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\OpenTelemetry\Metrics;

$redis = RedisServer::start();
ini_set('redislock.server', $redis->address);
$events = [];
$metrics = new Metrics();
RedisLock::listen(function (RedisLockEvent $event) use ($metrics, &$events): void {
    $metrics($event);
    $events[] = $event;
});
$kinds = [
    'lock' => fn() => new RedisLock('k', ttl: 60.0),
    'shared' => fn() => new RedisLock('r', ttl: 60.0, shared: true),
    'semaphore' => fn() => new RedisSemaphore('s', 1, ttl: 60.0),
    'multi' => fn() => new RedisMultiLock(['m', 'n'], ttl: 60.0),
];
foreach ($kinds as $kind => $new) {
    $lock = $new();
    $other = $kind === 'shared' ? new RedisLock('r', ttl: 60.0) : $new();
    $other->acquire();
    $lock->tryAcquire();
    $lock->acquire(0.0);
    $lock->acquire(0.01);
    thrown(fn() => $lock->synchronized(fn() => 1, 0.0));
    $other->release();
    $lock->tryAcquire();
    $lock->release();
    $lock->release();
    $lock->synchronized(fn() => 1);
    thrown(fn() => $lock->synchronized(function (object $lock) use ($redis): void {
        $redis->ask('FLUSHALL');
        await('the notice of the loss', fn() => !$lock->isHeld());
    }));
}
$held = new RedisLock('h', ttl: 60.0);
$held->acquire();
$redis->stop();
foreach (['acquire', 'tryAcquire', 'isLocked'] as $method) {
    thrown(fn() => (new RedisLock('e', server: "$redis->address?connect_timeout=0.2"))->$method());
}

$sums = [];
foreach ($events as $event) {
    if (in_array($event->type, ['acquired', 'timeout'], true)) {
        $sum = &$sums['redislock.wait.duration'][$event->kind][$event->type];
        $sum += $event->waited;
    } elseif ($event->held !== null) {
        $sum = &$sums['redislock.hold.duration'][$event->kind][$event->type];
        $sum += $event->held;
    }
    unset($sum);
}
$points = points();
ksort($points);
foreach ($points as $name => [$unit, $of_name]) {
    $lines = [];
    foreach ($of_name as [$attributes, $value]) {
        if (is_array($value)) {
            [$count, $sum, $bounds] = $value;
            $expected = $sums[$name][$attributes['redislock.kind']][$attributes['redislock.outcome']];
            $value = "$count, " . (abs($sum - $expected) < 1e-6 ? 'the sum of the events' : "$sum, not $expected");
        }
        $lines[] = json_encode($attributes) . ": $value";
    }
    sort($lines);
    echo "$name ($unit)", isset($bounds) ? ' ' . json_encode($bounds) : '', "\n  ", implode("\n  ", $lines), "\n";
    unset($bounds);
}
say('events', array_count_values(array_column($events, 'type')));
?>
--EXPECT--
redislock.acquisitions ({acquisition})
  {"redislock.kind":"lock","redislock.outcome":"acquired"}: 6
  {"redislock.kind":"lock","redislock.outcome":"error"}: 2
  {"redislock.kind":"lock","redislock.outcome":"refused"}: 1
  {"redislock.kind":"lock","redislock.outcome":"timeout"}: 3
  {"redislock.kind":"multi","redislock.outcome":"acquired"}: 4
  {"redislock.kind":"multi","redislock.outcome":"refused"}: 1
  {"redislock.kind":"multi","redislock.outcome":"timeout"}: 3
  {"redislock.kind":"semaphore","redislock.outcome":"acquired"}: 4
  {"redislock.kind":"semaphore","redislock.outcome":"refused"}: 1
  {"redislock.kind":"semaphore","redislock.outcome":"timeout"}: 3
  {"redislock.kind":"shared","redislock.outcome":"acquired"}: 3
  {"redislock.kind":"shared","redislock.outcome":"refused"}: 1
  {"redislock.kind":"shared","redislock.outcome":"timeout"}: 3
redislock.contended ({acquisition})
  {"redislock.kind":"lock"}: 4
  {"redislock.kind":"multi"}: 4
  {"redislock.kind":"semaphore"}: 4
  {"redislock.kind":"shared"}: 4
redislock.errors ({operation})
  {"redislock.kind":"lock"}: 3
redislock.held ({lock})
  []: 1
redislock.hold.duration (s) [0.001,0.005,0.01,0.05,0.1,0.5,1,5,10,30,60,300,900,3600]
  {"redislock.kind":"lock","redislock.outcome":"lost"}: 1, the sum of the events
  {"redislock.kind":"lock","redislock.outcome":"released"}: 4, the sum of the events
  {"redislock.kind":"multi","redislock.outcome":"lost"}: 1, the sum of the events
  {"redislock.kind":"multi","redislock.outcome":"released"}: 3, the sum of the events
  {"redislock.kind":"semaphore","redislock.outcome":"lost"}: 1, the sum of the events
  {"redislock.kind":"semaphore","redislock.outcome":"released"}: 3, the sum of the events
  {"redislock.kind":"shared","redislock.outcome":"lost"}: 1, the sum of the events
  {"redislock.kind":"shared","redislock.outcome":"released"}: 2, the sum of the events
redislock.lost ({lock})
  {"redislock.kind":"lock","redislock.reason":"its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"}: 1
  {"redislock.kind":"multi","redislock.reason":"its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"}: 1
  {"redislock.kind":"semaphore","redislock.reason":"its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"}: 1
  {"redislock.kind":"shared","redislock.reason":"its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"}: 1
redislock.released ({lock})
  {"redislock.kind":"lock"}: 4
  {"redislock.kind":"multi"}: 3
  {"redislock.kind":"semaphore"}: 3
  {"redislock.kind":"shared"}: 2
redislock.wait.duration (s) [0.001,0.0025,0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,2.5,5,10,30,60]
  {"redislock.kind":"lock","redislock.outcome":"acquired"}: 6, the sum of the events
  {"redislock.kind":"lock","redislock.outcome":"timeout"}: 3, the sum of the events
  {"redislock.kind":"multi","redislock.outcome":"acquired"}: 4, the sum of the events
  {"redislock.kind":"multi","redislock.outcome":"timeout"}: 3, the sum of the events
  {"redislock.kind":"semaphore","redislock.outcome":"acquired"}: 4, the sum of the events
  {"redislock.kind":"semaphore","redislock.outcome":"timeout"}: 3, the sum of the events
  {"redislock.kind":"shared","redislock.outcome":"acquired"}: 3, the sum of the events
  {"redislock.kind":"shared","redislock.outcome":"timeout"}: 3, the sum of the events
events: {"acquired":17,"contended":16,"timeout":12,"released":12,"lost":4,"error":3}
