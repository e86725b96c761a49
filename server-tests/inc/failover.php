<?php

declare(strict_types=1);

/** Common code of the tests of failovers. An alarm ends a test that hangs. */

function_exists('pcntl_alarm') && pcntl_alarm(280);

/**
 * Counts until its parent has closed its input or has ended, in one of two ways: a new lock for every piece of work, as requests do it, or one
 * that is given back until that has worked. Exceptions are counted; the next piece of work begins.
 */
const COUNTING = <<<'PHP'
    [, $number, $path, $options] = $argv;
    $counter = new FencedCounter($path);
    $options = unserialize($options) + ['fenced' => true, 'ttl' => 5.0, 'wait' => 60.0];
    $sum = ['accepted' => 0, 'refused' => 0, 'unreachable' => 0, 'lost' => 0, 'late' => 0];
    $count = function (RedisLock $lock) use ($counter, $number, &$sum) {
        $sum[$counter->increment($lock->getFence(), $number) ? 'accepted' : 'refused']++;
    };
    $kept = new RedisLock(...$options);
    echo "ready\n";
    hear();
    while (!parent_is_gone()) {
        try {
            if ((int) $number % 2 === 0) {
                (new RedisLock(...$options))->synchronized($count);
            } elseif ($kept->acquire()) {
                $count($kept);
                $kept->release();
            } else {
                $sum['late']++;
            }
        } catch (RedisLockConnectionException) {
            $sum['unreachable']++;
            while ((int) $number % 2 === 1) {
                try {
                    $kept->release();
                    break;
                } catch (RedisLockConnectionException) {
                    $sum['unreachable']++;
                    usleep(100_000);
                }
            }
        } catch (RedisLockLostException) {
            $sum['lost']++;
        } catch (RedisLockTimeoutException) {
            $sum['late']++;
        }
    }
    echo json_encode($sum), "\n";
    PHP;

/** Processes that count under one lock while servers fail. */
final class Counting
{
    public readonly FencedCounter $counter;

    /** @var list<PhpChild> */
    private array $workers = [];

    /** @var list<float> */
    private array $disturbances = [];

    /** @param array<string, mixed> $options of the lock */
    public function __construct(array $options, int $processes = 8)
    {
        $this->counter = FencedCounter::create();
        for ($n = 0; $n < $processes; $n++) {
            $this->workers[] = child(COUNTING, [$n, $this->counter->path, serialize($options)]);
        }
        array_map(fn(PhpChild $worker) => $worker->hear(), $this->workers);
        array_map(fn(PhpChild $worker) => $worker->tell('go'), $this->workers);
        $this->awaitAll();
    }

    /** Notes that the test is about to disturb the servers. */
    public function disturb(): void
    {
        $this->disturbances[] = now();
    }

    /** Waits until every process has written again. */
    public function awaitAll(): void
    {
        $start = now();
        await('every process to write', function () use ($start) {
            usleep(50_000);
            $since = array_filter($this->counter->writes(), fn(array $write) => $write[0] > $start);
            return count(array_unique(array_column($since, 2))) === count($this->workers);
        }, 120.0);
    }

    /** Prints what came of it. */
    public function report(): void
    {
        $sums = array_map(fn(PhpChild $worker) => json_decode($worker->finish(), true), $this->workers);
        $sum = fn(string $what) => array_sum(array_column($sums, $what));
        $writes = $this->counter->writes();
        $fences = array_column($writes, 1);
        $growing = array_unique($fences);
        sort($growing);
        say('the counter is the number of accepted writes', $this->counter->value() === $sum('accepted') && count($writes) === $sum('accepted'));
        say('their fences grow', $fences === $growing);
        say('no write came too late', $sum('late') === 0);
        foreach ($this->disturbances as $n => $from) {
            printf("failure %d: %.2f seconds without a lock\n", $n + 1, $this->longestPause($writes, $from, $this->disturbances[$n + 1] ?? INF));
        }
        printf("%d accepted, %d refused, %d exceptions, %d losses\n", $sum('accepted'), $sum('refused'), $sum('unreachable'), $sum('lost'));
        $this->counter->remove();
    }

    private function longestPause(array $writes, float $from, float $to): float
    {
        $longest = 0.0;
        for ($n = 1; $n < count($writes); $n++) {
            if ($writes[$n][0] > $from && $writes[$n][0] < $to) {
                $longest = max($longest, $writes[$n][0] - $writes[$n - 1][0]);
            }
        }
        return $longest;
    }
}

/** Starts a process that waits for a lock, prints when it has acquired, and releases on "release". */
function waiting(string|array $server, string $key, array $options = []): PhpChild
{
    $child = child(<<<'PHP'
        $lock = new RedisLock(...unserialize($argv[1]) + ['wait' => 120.0, 'ttl' => 60.0]);
        echo "ready\n";
        while (hear() === 'wait') {
            try {
                echo json_encode($lock->acquire()), "\n";
                hear();
                echo json_encode($lock->release()), "\n";
            } catch (RedisLockException $exception) {
                echo $exception::class, ': ', $exception->getMessage(), "\n";
            }
        }
        PHP, [serialize(['key' => $key, 'server' => $server] + $options)]);
    $child->hear();

    return $child;
}

/** Queues processes one after the other. */
function start_waiters(Kind $kind, string $key, PhpChild ...$waiters): void
{
    foreach ($waiters as $n => $waiter) {
        $waiter->tell('wait');
        await_waiters($kind, $key, $n + 1);
    }
}

/** Waits until `$count` waiters are queued: two have seats, and the others are blocked in BLPOP. */
function await_waiters(Kind $kind, string $key, int $count): void
{
    $queued = null;
    try {
        await("$count waiters", function () use ($kind, $key, $count, &$queued) {
            try {
                preg_match('/^blocked_clients:(\d+)/m', $kind->ask($key, 'INFO', 'clients'), $blocked);
                $queued = [count_seats(fn(string ...$command) => $kind->ask($key, ...$command), $key), (int) $blocked[1]];
                return $queued === [min($count, 2), max($count - 2, 0)];
            } catch (RuntimeException) {
                return false;
            }
        }, 60.0);
    } catch (RuntimeException $exception) {
        throw new RuntimeException($exception->getMessage() . ': [seats, asleep] ' . json_encode($queued) . "\n" . $kind->ask($key, 'CLIENT', 'LIST'));
    }
}

/** Returns the number of waiters with a seat. @param callable(string ...): mixed $ask a server where their keys are */
function count_seats(callable $ask, string $key): int
{
    $notes = array_map(fn(int $seat) => $ask('GET', helper_key($key, "seat$seat")), [1, 2]);

    return count(array_filter($notes, fn(?string $note) => ($note ?? '') !== ''));
}

/** Waits until `$count` replicas have all writes of a master up to now. In a cluster the key selects the slot. */
function await_copies(Node $master, string $key, int $count = 1): void
{
    // WAIT counts from the last write of its own connection on.
    $client = $master->connect();
    $client->ask('SET', helper_key($key, 'copied'), 1, 'PX', 1000);
    $client->ask('WAIT', $count, 60_000) >= $count || throw new RuntimeException('the replicas do not follow');
}

function helper_key(string $key, string $name): string
{
    return preg_match('/\{[^}]+\}/', $key) ? "$key::redislock:$name" : "{{$key}}:redislock:$name";
}

/** Lets each waiter acquire and release in turn, and returns what they printed. */
function take_turns(PhpChild ...$waiters): array
{
    $seen = [];
    while ($waiters) {
        await('the next holder', function () use (&$waiters, &$seen) {
            foreach ($waiters as $n => $waiter) {
                if ($waiter->hasSpoken()) {
                    $acquired = $waiter->hear();
                    $waiter->tell('release');
                    $seen[] = "$acquired, released: " . $waiter->hear();
                    unset($waiters[$n]);
                    return true;
                }
            }
            return false;
        }, 120.0);
    }
    return $seen;
}

/** Returns the message that a call throws, without port numbers. */
function error_of(callable $call): string
{
    return preg_replace('/:\d{4,5}\b/', ':<port>', thrown($call));
}
