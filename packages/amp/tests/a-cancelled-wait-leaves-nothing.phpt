--TEST--
A cancelled acquire() throws CancelledException and leaves nothing, at whatever moment it is cancelled
--FILE--
<?php
require __DIR__ . '/inc.php';

use Amp\{CancelledException, DeferredCancellation, TimeoutCancellation};
use Amp\Sync\Lock;
use RedisLock\Amp\{KeyedMutex, Semaphore};
use Revolt\EventLoop;

use function Amp\{async, delay};
use function Amp\Future\await;

$redis = RedisServer::start();
ini_set('redislock.server', $redis->address);
$mutex = new KeyedMutex();
$await = function (string $what, callable $condition): void {
    for ($end = now() + 120; !$condition(); delay(0.001)) {
        now() < $end || throw new RuntimeException("waited in vain: $what");
    }
};

$cancellation = new DeferredCancellation();
$cancellation->cancel();
try {
    $mutex->acquire('k', $cancellation->getCancellation());
} catch (CancelledException) {
    say('cancelled before', $redis->ask('KEYS', '*'));
}

$lock = $mutex->acquire('k');
$cancellation = new DeferredCancellation();
$waiter = async(fn() => $mutex->acquire('k', $cancellation->getCancellation()));
$await('it waits', fn() => $redis->seats() !== []);
$cancellation->cancel();
try {
    $waiter->await();
} catch (CancelledException) {
    $await('no waiter', fn() => $redis->seats() === []);
    echo "cancelled in the queue\n";
}
$lock->release();

// At any moment of an acquisition, beside another holder.
$counts = ['acquired' => 0, 'cancelled' => 0];
$holds = true;
$other = async(function () use ($mutex, &$holds) {
    while ($holds) {
        $lock = $mutex->acquire('k');
        delay(0.003);
        $lock->release();
        delay(0.001);
    }
});
$work = function (int $number) use ($mutex, &$counts): void {
    for ($n = 0; $n < 40; $n++) {
        try {
            $lock = $mutex->acquire('k', new TimeoutCancellation(0.0004 * ($n + 1) * $number));
            $counts['acquired']++;
            $lock->release();
        } catch (CancelledException) {
            $counts['cancelled']++;
        }
    }
};
await(array_map(fn(int $number) => async($work, $number), range(1, 5)));
$holds = false;
$other->await();
say('some of each', [$counts['acquired'] > 0, $counts['cancelled'] > 0, array_sum($counts)]);
$await('nothing is left', fn() => $redis->ask('KEYS', '*') === []);

// A caller that is destroyed while it waits.
$lock = $mutex->acquire('k');
$fiber = new Fiber(fn() => $mutex->acquire('k'));
EventLoop::queue(fn() => $fiber->start());
$await('it waits', fn() => $redis->seats() !== []);
$fiber = null;
gc_collect_cycles();
$lock->release();
$mutex->acquire('k')->release();
echo "the next one has it\n";
?>
--EXPECT--
cancelled before: []
cancelled in the queue
some of each: [true,true,200]
the next one has it
