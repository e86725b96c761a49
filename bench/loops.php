<?php

/**
 * A cycle and a hand-over in a fiber of Revolt's loop, beside the same without a loop.
 *
 *     loops.php PORT
 *
 * run.sh starts the server and calls this with the extension loaded; README.md says what the numbers mean. Revolt's classes are in
 * the folder that REDISLOCK_REVOLT names.
 */

declare(strict_types=1);

require __DIR__ . '/figure.php';
require __DIR__ . '/../php-tests/inc/time.php';
require __DIR__ . '/../php-tests/inc/revolt.php';

use Revolt\EventLoop;

const ROUNDS = 40;
const CYCLES = 250;
const HANDOVERS = 30;

$address = "redis://127.0.0.1:$argv[1]";
class_exists(EventLoop::class);

/** Runs work in a fiber of the loop. */
function in_a_fiber(callable $work): void
{
    EventLoop::queue(static function () use ($work): void {
        $work();
    });
    EventLoop::run();
}

function median(array $values): float
{
    sort($values);

    return $values[intdiv(count($values), 2)];
}

/** A process that waits for the lock again and again, in a fiber or not, and says when it had it. */
if (($argv[2] ?? '') !== '') {
    $wait = static function () use ($address): void {
        $lock = new RedisLock('hand-over', ttl: 60.0, wait: 60.0, server: $address);
        for ($n = 0; $n < HANDOVERS; $n++) {
            $lock->acquire();
            echo hrtime(true), "\n";
            $lock->release();
            fgets(STDIN);
        }
    };
    $argv[2] === 'loop' ? in_a_fiber($wait) : $wait();
    exit;
}

$cycle = static function () use ($address, &$took): void {
    $lock = new RedisLock('cycle', ttl: 60.0, server: $address);
    $start = hrtime(true);
    for ($n = 0; $n < CYCLES; $n++) {
        $lock->acquire();
        $lock->release();
    }
    $took = (hrtime(true) - $start) / CYCLES;
};
$cycles = [];
for ($round = 0; $round < ROUNDS; $round++) {
    $cycle();
    $cycles['blocking'][] = $took;
    in_a_fiber($cycle);
    $cycles['in a fiber'][] = $took;
}

$handovers = [];
$handover = static function (string $how, string $argument) use ($address, $argv, &$handovers): void {
    $holder = new RedisLock('hand-over', ttl: 60.0, wait: 60.0, server: $address);
    $holder->acquire();
    $waiter = proc_open([PHP_BINARY, '-n', '-d', 'extension=' . getenv('REDISLOCK_SO'), __FILE__, $argv[1], $argument], [['pipe', 'r'], ['pipe', 'w']], $pipes);
    for ($n = 0; $n < HANDOVERS; $n++) {
        usleep(5_000); // the waiter is in the queue
        $released = hrtime(true);
        $holder->release();
        $handovers[$how][] = (int) fgets($pipes[1]) - $released;
        $holder->acquire();
        fwrite($pipes[0], "\n");
    }
    $holder->release();
    proc_close($waiter);
};
for ($round = 0; $round < ROUNDS; $round++) {
    $handover('blocking', 'no loop');
    $handover('in a fiber', 'loop');
}

// Between two fibers of this process.
$within = [];
in_a_fiber(static function () use ($address, &$within): void {
    for ($n = 0; $n < ROUNDS * HANDOVERS; $n++) {
        $holder = new RedisLock('fibers', ttl: 60.0, server: $address);
        $holder->acquire();
        $own = EventLoop::getSuspension();
        EventLoop::queue(static function () use ($address, $own, &$acquired): void {
            $waiter = new RedisLock('fibers', ttl: 60.0, wait: 60.0, server: $address);
            $waiter->acquire();
            $acquired = hrtime(true);
            $waiter->release();
            $own->resume();
        });
        EventLoop::delay(0.005, static fn() => $own->resume());
        $own->suspend(); // the waiter is in the queue
        $released = hrtime(true);
        $holder->release();
        $own->suspend();
        $within[] = $acquired - $released;
    }
});

foreach (['a cycle' => $cycles, 'a hand-over' => $handovers] as $what => $times) {
    [$blocking, $fiber] = array_map(median(...), [$times['blocking'], $times['in a fiber']]);
    printf("%-12s blocking %7.1f µs, in a fiber of the loop %7.1f µs: %.2f\n", $what, $blocking / 1000, $fiber / 1000, $fiber / $blocking);
    figure("loops: $what: in a fiber", $fiber / 1000, 'µs');
}
printf("between two fibers of one process: median %.1f µs, longest of %d %.1f µs\n", median($within) / 1000, count($within), max($within) / 1000);
figure('loops: a hand-over between two fibers of one process', median($within) / 1000, 'µs');
