<?php

/**
 * Several keys as one lock, beside locks that are taken in turn: a cycle, and a crowd for overlapping pairs of keys.
 *
 *     several-keys.php SOCKET
 *
 * run.sh starts the server and calls this with the extension loaded; README.md says what the numbers mean.
 */

declare(strict_types=1);

require __DIR__ . '/waiters.php';

[, $socket] = $argv;
$server = new Server($socket);
$address = "unix://$socket";
const FIVE = ['one', 'two', 'three', 'four', 'five'];

/** Nanoseconds of each cycle: the median over rounds in which all take turns. */
function cycles(array $ways, int $rounds = 60, int $cycles = 200): array
{
    $times = [];
    for ($round = 0; $round < $rounds; $round++) {
        foreach ($ways as $name => $locks) {
            $start = hrtime(true);
            for ($n = 0; $n < $cycles; $n++) {
                foreach ($locks as $lock) {
                    $lock->tryAcquire() || throw new RuntimeException("$name: not acquired");
                }
                foreach ($locks as $lock) {
                    $lock->release() || throw new RuntimeException("$name: lost");
                }
            }
            $round > 0 && $times[$name][] = (hrtime(true) - $start) / $cycles;
        }
    }
    return array_map(fn (array $each) => quantile($each, 0.5), $times);
}

$each = array_map(fn (string $key) => new RedisLock($key, server: $address), FIVE);
$times = cycles([
    'one key' => [new RedisLock('key', server: $address)],
    'a multi-lock of five' => [new RedisMultiLock(FIVE, server: $address)],
    'five locks in turn' => $each,
]);
printf("%-24s %10s %12s %14s\n", 'cycle', '', 'vs one key', 'vs five locks');
foreach ($times as $name => $time) {
    printf("%-24s %10s %12.2f %14.2f\n", $name, duration($time), $time / $times['one key'], $time / $times['five locks in turn']);
    figure("keys: cycle: $name", $time / 1e3, 'µs');
}

/** As Redisson's RedissonMultiLock: takes the locks in turn, waits for each, and if that takes too long, drops all and begins anew. */
final class DropsAllAndRetries
{
    private const WAIT_PER_LOCK = 1.5;
    /** With keys in two orders, two of these may hold what the other waits for, again and again. */
    public const GIVES_UP_AFTER = 20.0;

    /** @param list<RedisLock> $locks */
    public function __construct(private array $locks) {}

    public function acquire(): bool
    {
        $end = hrtime(true) / 1e9 + self::GIVES_UP_AFTER;
        while (hrtime(true) / 1e9 < $end) {
            $until = hrtime(true) / 1e9 + count($this->locks) * self::WAIT_PER_LOCK;
            foreach ($this->locks as $n => $lock) {
                if (!$lock->acquire(max(0.0, $until - hrtime(true) / 1e9))) {
                    array_map(fn (RedisLock $own) => $own->release(), array_slice($this->locks, 0, $n));
                    continue 2;
                }
            }
            return true;
        }
        return false;
    }

    public function release(): bool
    {
        return array_product(array_map(fn (RedisLock $lock) => $lock->release(), $this->locks)) === 1;
    }
}

const CROWD = 20;
$ways = [
    'multi-lock' => fn (array $keys) => new RedisMultiLock($keys, ttl: 60.0, wait: 60.0, server: $address),
    'in turn, drop all and retry' => fn (array $keys) => new DropsAllAndRetries(
        array_map(fn (string $key) => new RedisLock($key, ttl: 60.0, wait: 60.0, server: $address), $keys),
    ),
];
// The pairs overlap; and in the second crowd, a pair is named in both orders.
$crowds = ['a+b and b+c' => [['a', 'b'], ['b', 'c']], 'a+b and b+a' => [['a', 'b'], ['b', 'a']]];
printf("\n%d processes for two pairs of keys, 2 ms each\n%-16s %-30s %12s %22s\n", CROWD, 'pairs', '', 'commands each', 'drain, of the ideal');
foreach ($crowds as $pairs => $keys) {
    foreach ($ways as $name => $new) {
        $crew = [];
        foreach ($keys as $pair) {
            array_push($crew, ...crew(intdiv(CROWD, 2), function (Line $driver) use ($new, $pair) {
                for ($round = 0; $round < 2; $round++) {
                    $driver->hear();
                    $lock = $new($pair);
                    if (!$lock->acquire()) {
                        $driver->say(null);
                        continue;
                    }
                    usleep(HOLD_MICROSECONDS);
                    $gave = hrtime(true);
                    $lock->release() || throw new RuntimeException('it was lost');
                    $driver->say($gave);
                }
                $driver->hear(); // an end takes its time, too
            }));
        }
        $all = new RedisMultiLock(['a', 'b', 'c'], ttl: 60.0, server: $address);
        for ($round = 0; $round < 2; $round++) {
            $all->acquire() || throw new RuntimeException('they are not free');
            $server->reset();
            tell($crew, 'come');
            usleep(300_000);
            $start = hrtime(true);
            $all->release();
            $gave = array_filter(hear($crew));
            $commands = $server->count() / CROWD;
        }
        tell($crew, 'end');
        dismiss($crew);
        $drain = match (count($gave)) {
            CROWD => sprintf('%.2f', (max($gave) - $start) / (CROWD * HOLD_MICROSECONDS * 1e3)),
            default => sprintf('%d of %d in %d s', count($gave), CROWD, DropsAllAndRetries::GIVES_UP_AFTER),
        };
        printf("%-16s %-30s %12.1f %22s\n", $pairs, $name, $commands, $drain);
        figure("keys: $pairs: $name: commands an acquisition", $commands);
        figure_of_text("keys: $pairs: $name: drain, of the ideal", $drain);
    }
}
