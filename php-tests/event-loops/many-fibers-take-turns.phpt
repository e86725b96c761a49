--TEST--
Many fibers of one process get a key in the order in which they came, by three connections; on many keys they use 64 connections at most
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';
require __DIR__ . '/../inc/forks.php';

use Revolt\EventLoop;

const FIBERS = 300;

$redis = RedisServer::start();
RedisLock::setPoll(Loop::poll(...));
$most = 0;
$note = function () use (&$most): void {
    $most = max($most, RedisLock::stats()['connections']);
};

$order = [];
for ($number = 0; $number < FIBERS; $number++) {
    Loop::start(function () use ($redis, $number, $note, &$order) {
        $lock = new RedisLock('k', ttl: 600.0, wait: INF, server: $redis->address);
        $lock->synchronized(function () use ($number, $note, &$order) {
            $order[] = $number;
            $note();
            Loop::sleep(0.0001);
        });
    });
}
Loop::run();
say('all had it, in order', $order === range(0, FIBERS - 1));
say('connections', $most <= 3);

// One of them is cancelled, and another one's time is up: the others go on.
$order = [];
$ends = ['first' => null, 'cancelled' => null, 'late' => null, 'last' => null];
foreach (array_keys($ends) as $name) {
    $fibers[$name] = Loop::start(function () use ($redis, $name, &$ends) {
        $lock = new RedisLock('k', ttl: 600.0, server: $redis->address);
        try {
            $ends[$name] = $lock->acquire($name === 'late' ? 0.05 : 600.0);
            if ($name === 'first') {
                while ($ends['late'] === null || $ends['cancelled'] === null) {
                    Loop::sleep(0.001);
                }
            }
            $ends[$name] && $lock->release();
        } catch (DomainException) {
            $ends[$name] = 'cancelled';
        }
    });
}
Loop::sleep(0.01);
$fibers['cancelled']->throw(new DomainException());
Loop::run();
say('ends', $ends);

// No reply comes at once, so all commands are under way together.
$proxy = FaultProxy::before($redis)->always('*', 'delay', 0.001);
$most = $acquired = 0;
for ($number = 0; $number < FIBERS; $number++) {
    Loop::start(function () use ($proxy, $number, $note, &$acquired) {
        $lock = new RedisLock("k$number", ttl: 600.0, server: "$proxy->address?connect_timeout=60&read_timeout=60");
        $acquired += (int) $lock->acquire();
        $note();
        $lock->release();
    });
}
Loop::run();
say('acquired', $acquired);
say('connections', $most > 10 && $most <= 64 + 3);
say('left', array_filter($redis->ask('KEYS', '*'), fn(string $key) => !str_contains($key, ':redislock:')));

// The same in Revolt's loop, whose fibers share streams; and in a forked child, which has other descriptors.
RedisLock::setPoll(null);
require __DIR__ . '/../inc/revolt.php';
class_exists(EventLoop::class);
$in_order = function (string $key) use ($redis): bool {
    $order = [];
    for ($number = 0; $number < FIBERS; $number++) {
        EventLoop::queue(function () use ($redis, $key, $number, &$order): void {
            (new RedisLock($key, ttl: 600.0, wait: INF, server: $redis->address))->synchronized(function () use ($number, &$order): void {
                $order[] = $number;
                $suspension = EventLoop::getSuspension();
                EventLoop::delay(0.0001, function () use ($suspension): void {
                    $suspension->resume();
                });
                $suspension->suspend();
            });
        });
    }
    EventLoop::run();
    return $order === range(0, FIBERS - 1);
};
say("in Revolt's loop", $in_order('r'));
echo in_child(fn() => say('  in a child', $in_order('c')));
say('  in the parent, afterwards', $in_order('p'));
?>
--EXPECT--
all had it, in order: true
connections: true
ends: {"first":true,"cancelled":"cancelled","late":false,"last":true}
acquired: 300
connections: true
left: []
in Revolt's loop: true
  in a child: true
  in the parent, afterwards: true
