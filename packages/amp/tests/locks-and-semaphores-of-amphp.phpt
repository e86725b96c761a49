--TEST--
The four classes are those of amphp/sync: any fiber may release, a lost object releases, waiters come in order, other fibers run
--FILE--
<?php
require __DIR__ . '/inc.php';

use Amp\Sync\Lock;
use RedisLock\Amp\{KeyedMutex, KeyedSemaphore, Mutex, Semaphore};
use Revolt\EventLoop;

use function Amp\{async, delay};
use function Amp\Future\await;

$redis = RedisServer::start();
ini_set('redislock.server', $redis->address);
$nothing_left = fn() => await_that('nothing is left', fn() => $redis->ask('KEYS', '*') === []);
function await_that(string $what, callable $condition): void
{
    for ($end = now() + 120; !$condition(); delay(0.001)) {
        now() < $end || throw new RuntimeException("waited in vain: $what");
    }
}

$kinds = [
    'mutex' => [1, fn(): Lock => (new Mutex(fn() => new RedisLock('m', wait: INF)))->acquire()],
    'mutex of a key' => [1, fn(): Lock => (new KeyedMutex())->acquire('k')],
    'semaphore' => [3, fn(): Lock => (new Semaphore(fn() => new RedisSemaphore('s', 3, wait: INF)))->acquire()],
    'semaphore of a key' => [3, fn(): Lock => (new KeyedSemaphore(fn(string $key) => new RedisSemaphore($key, 3, wait: INF)))->acquire('t')],
];
foreach ($kinds as $kind => [$limit, $acquire]) {
    [$holders, $most, $order, $ticks] = [0, 0, [], 0];
    $ticker = EventLoop::repeat(0.001, function () use (&$ticks): void {
        $ticks++;
    });
    $work = function (int $number) use ($acquire, &$holders, &$most, &$order): void {
        $lock = $acquire();
        $order[] = $number;
        $most = max($most, ++$holders);
        delay(0.01);
        $holders--;
        // Another fiber releases it, or the destructor does.
        $number % 2 === 0 ? async($lock->release(...))->await() : $lock = null;
    };
    await(array_map(fn(int $number) => async($work, $number), range(1, 20)));
    EventLoop::cancel($ticker);
    say($kind, ['most holders' => $most, 'in order' => $order === range(1, 20) || $limit > 1, 'others ran' => $ticks >= 20 / $limit]);
    $nothing_left();
}

// Other processes are excluded.
$lock = (new KeyedMutex())->acquire('k');
$child = PhpChild::start('[, $server] = $argv; $lock = new RedisLock("k", server: $server); echo json_encode($lock->tryAcquire()), "\n";', [$redis->address]);
say('another process', $child->hear());
$lock->release();
say('released', [$lock->isReleased(), $redis->ask('EXISTS', 'k')]);
?>
--EXPECT--
mutex: {"most holders":1,"in order":true,"others ran":true}
mutex of a key: {"most holders":1,"in order":true,"others ran":true}
semaphore: {"most holders":3,"in order":true,"others ran":true}
semaphore of a key: {"most holders":3,"in order":true,"others ran":true}
another process: "false"
released: [true,0]
