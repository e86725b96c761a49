<?php

/**
 * Shared locks and semaphores beside exclusive locks: a cycle, a crowd of readers, hand-overs of permits.
 *
 *     sharing.php SOCKET
 *
 * run.sh starts the server and calls this with the extension loaded; README.md says what the numbers mean.
 */

declare(strict_types=1);

require __DIR__ . '/waiters.php';

[, $socket] = $argv;
$server = new Server($socket);
$address = "unix://$socket";

/** Nanoseconds of each cycle: the median over rounds in which all take turns. */
function cycles(array $locks, int $rounds = 60, int $cycles = 200): array
{
    $times = [];
    for ($round = 0; $round < $rounds; $round++) {
        foreach ($locks as $name => $lock) {
            $start = hrtime(true);
            for ($n = 0; $n < $cycles; $n++) {
                $lock->tryAcquire() && $lock->release() || throw new RuntimeException("$name: not acquired, or lost");
            }
            $round > 0 && $times[$name][] = (hrtime(true) - $start) / $cycles;
        }
    }
    return array_map(fn (array $each) => quantile($each, 0.5), $times);
}

$others = [new RedisLock('shared by others', server: $address, shared: true), new RedisSemaphore('taken by others', permits: 5, server: $address)];
array_map(fn (object $other) => $other->acquire(), $others);
$times = cycles([
    'exclusive: SET NX, and a script' => new RedisLock('exclusive', server: $address),
    'exclusive, fenced: two scripts' => new RedisLock('fenced', server: $address, fenced: true),
    'shared, alone' => new RedisLock('shared', server: $address, shared: true),
    'shared, beside another' => new RedisLock('shared by others', server: $address, shared: true),
    'semaphore, alone' => new RedisSemaphore('semaphore', permits: 5, server: $address),
    'semaphore, beside another' => new RedisSemaphore('taken by others', permits: 5, server: $address),
    'semaphore, 3 of 5 permits' => new RedisSemaphore('heavy', permits: 5, server: $address, weight: 3),
]);
printf("%-34s %10s %14s %14s\n", 'cycle', '', 'vs exclusive', 'vs fenced');
foreach ($times as $name => $time) {
    printf("%-34s %10s %14.2f %14.2f\n", $name, duration($time), $time / reset($times), $time / $times['exclusive, fenced: two scripts']);
    figure("sharing: cycle: $name", $time / 1e3, 'µs');
}
foreach ($others as $other) {
    $other->release();
}

/** Waits, holds until told, releases; twice, so that the connections are there. */
$waiter = fn (Closure $new) => function (Line $driver) use ($new) {
    $lock = $new();
    for ($round = 0; $round < 2; $round++) {
        $driver->hear();
        $lock->acquire() || throw new RuntimeException('it was not to be had');
        $driver->say(hrtime(true));
        $driver->hear();
        $driver->say(hrtime(true));
        $lock->release() || throw new RuntimeException('it was lost');
        $driver->say('released');
    }
};
/** All in the queue: two watch, and the others sleep. What earlier ones have left there would wake some of them. */
$come = function (array $crew, string $key = KEY) use ($server): void {
    $server->ask("DEL {{$key}}:redislock:seat1 {{$key}}:redislock:seat2 {{$key}}:redislock:vacant");
    $server->reset();
    tell($crew, 'come');
    for ($end = hrtime(true) + 60e9; $server->number('clients', 'blocked_clients') < count($crew) - 2; usleep(1_000)) {
        hrtime(true) < $end || throw new RuntimeException('not all have come to the queue');
    }
    usleep(20_000);
};

/** Nanoseconds until the last of so many processes, each blocked in a pop, has been woken, and has had one more answer if it asks. */
function woken(Server $server, string $socket, int $count, bool $asks): int
{
    $connect = fn () => stream_socket_client("unix://$socket", timeout: 60.0);
    $crew = crew($count, function (Line $driver) use ($connect, $asks) {
        $redis = $connect();
        for ($round = 0; $round < 2; $round++) {
            $driver->hear();
            fwrite($redis, "BLPOP line 60\r\n");
            array_map(fn () => fgets($redis), range(1, 5)); // *2, the key and the word with their lengths
            if ($asks) {
                fwrite($redis, "SET woken 1\r\n");
                fgets($redis);
            }
            $driver->say(hrtime(true));
        }
        $driver->hear(); // an end takes its time, too
    });
    $redis = $connect();
    for ($round = 0; $round < 2; $round++) {
        tell($crew, 'wait');
        while ($server->number('clients', 'blocked_clients') < $count) {
            usleep(1_000);
        }
        usleep(20_000);
        $start = hrtime(true);
        fwrite($redis, "EVAL \"for n = 1, $count do redis.call('RPUSH', 'line', n) end\" 0\r\n");
        $last = max(hear($crew));
        fgets($redis);
    }
    tell($crew, 'end');
    dismiss($crew);

    return $last - $start;
}

// One waiter, for the time of one hand-over.
$lock = new RedisLock(KEY, ttl: 60.0, server: $address);
$crew = crew(1, function (Line $driver) use ($address) {
    $lock = new RedisLock(KEY, ttl: 60.0, wait: 60.0, server: $address);
    while ($driver->hear() === 'come') {
        $lock->acquire() || throw new RuntimeException('it was not to be had');
        $driver->say(hrtime(true));
        $lock->release();
    }
});
$handovers = [];
for ($n = 0; $n < 50; $n++) {
    $lock->acquire();
    tell($crew, 'come');
    usleep(10_000);
    $start = hrtime(true);
    $lock->release();
    $handovers[] = hear($crew)[0] - $start;
    usleep(2_000);
}
tell($crew, 'end');
dismiss($crew);
$handover = quantile($handovers, 0.5);
printf("\none hand-over of an exclusive lock: %s\n", duration($handover));
figure('sharing: one hand-over of an exclusive lock', $handover / 1e3, 'µs');

foreach ([20, 200] as $count) {
    $crew = crew($count, $waiter(fn () => new RedisLock(KEY, ttl: 60.0, wait: 60.0, server: $address, shared: true)));
    for ($round = 0; $round < 2; $round++) {
        $lock->acquire() || throw new RuntimeException('it is not free');
        $come($crew);
        $start = hrtime(true);
        $lock->release();
        $in = hear($crew);
        tell($crew, 'go');
        hear($crew);
        hear($crew);
        $commands = $server->count() / $count;
    }
    dismiss($crew);
    $all = max($in) - $start;
    printf(
        "%d readers behind a writer: the first in after %s, the last after %s, which is %.1f hand-overs, or 3 and %s for each reader; %.1f commands an acquisition\n",
        $count, duration(min($in) - $start), duration($all), $all / $handover, duration(max(0, $all - 3 * $handover) / $count), $commands,
    );
    figure("sharing: $count readers behind a writer: the last", $all / 1e3, 'µs');
    figure("sharing: $count readers behind a writer: commands an acquisition", $commands);
    $least = array_map(fn (bool $asks) => woken($server, $socket, $count, $asks), [false, true]);
    printf("  as many that plain pops wake, all at once: the last after %s; with one SET each: %s, of which this is %.1f\n", ...array_map(duration(...), $least), ...[$all / $least[1]]);
    figure("sharing: $count readers behind a writer: the last, of as many pops with a SET", $all / $least[1]);
}

// 20 wait for 5 permits: each is held for 2 ms, and handed on.
$semaphore = new RedisSemaphore(KEY . ':semaphore', permits: 5, ttl: 60.0, server: $address, weight: 5);
$crew = crew(20, function (Line $driver) use ($address) {
    $semaphore = new RedisSemaphore(KEY . ':semaphore', permits: 5, ttl: 60.0, wait: 60.0, server: $address);
    for ($round = 0; $round < 2; $round++) {
        $driver->hear();
        $semaphore->acquire() || throw new RuntimeException('it was not to be had');
        $owned = hrtime(true);
        usleep(HOLD_MICROSECONDS);
        $gave = hrtime(true);
        $semaphore->release() || throw new RuntimeException('it was lost');
        $driver->say([$owned, $gave]);
    }
    $driver->hear(); // an end takes its time, too
});
for ($round = 0; $round < 2; $round++) {
    $semaphore->acquire() || throw new RuntimeException('it is not free');
    $come($crew, KEY . ':semaphore');
    $start = hrtime(true);
    $semaphore->release();
    $turns = hear($crew);
    $commands = $server->count() / 20;
}
tell($crew, 'end');
dismiss($crew);
sort($turns);
// The sixth goes in when the first has gone, and so on.
$gone = array_column($turns, 1);
sort($gone);
$gaps = array_map(fn (array $turn, int $left) => $turn[0] - $left, array_slice($turns, 5), array_slice($gone, 0, 15));
printf("20 waiters for 5 permits, 2 ms each: hand-over %s (%.1f of an exclusive lock's), all done after %s of 8 ms; %.1f commands an acquisition\n",
    duration(quantile($gaps, 0.5)), quantile($gaps, 0.5) / $handover, duration(max($gone) - $start), $commands);
figure('sharing: 20 waiters for 5 permits: all done after', (max($gone) - $start) / 1e3, 'µs');
figure('sharing: 20 waiters for 5 permits: commands an acquisition', $commands);
