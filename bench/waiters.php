<?php

/**
 * Processes that wait for locks, the server that counts their commands, clocks: what waiting.php measures with.
 */

declare(strict_types=1);

require __DIR__ . '/figure.php';

const KEY = 'bench:waiting';
// No wait and no answer takes so long unless something hangs.
const PATIENCE_SECONDS = 60;
const HOLD_MICROSECONDS = 2_000;

// What only the benchmark itself sends.
const OWN_COMMANDS = ['info', 'config', 'config|resetstat', 'ping', 'exists', 'acl', 'acl|setuser', 'dbsize'];

/** A connection that asks what the server has counted. */
final class Server
{
    /** @var resource */
    private $stream;
    /** @var array<string, int> calls of each command until the last reset */
    private array $earlier = [];

    public function __construct(string $socket)
    {
        $this->stream = stream_socket_client("unix://$socket");
    }

    /** Sends one command and returns the text of its reply. */
    public function ask(string $command): string
    {
        fwrite($this->stream, "$command\r\n");
        $line = (string) fgets($this->stream);
        if (str_starts_with($line, '-') || $line === '') {
            throw new RuntimeException("$command: $line");
        }
        return $line[0] === '$' ? (string) stream_get_contents($this->stream, (int) substr($line, 1) + 2) : $line;
    }

    public function number(string $section, string $name): int
    {
        return preg_match("/^$name:(\d+)/m", $this->ask("INFO $section"), $found) ? (int) $found[1] : 0;
    }

    /** How often each command has been executed since the last reset, in scripts too. */
    public function commands(): array
    {
        preg_match_all('/^cmdstat_([^:]+):calls=(\d+)/m', $this->ask('INFO commandstats'), $found);
        $calls = array_filter(array_map(intval(...), array_combine($found[1], $found[2])));
        return array_diff_key($calls, array_flip(OWN_COMMANDS));
    }

    public function count(): int
    {
        return array_sum($this->commands());
    }

    public function reset(): void
    {
        foreach ($this->commands() as $name => $calls) {
            $this->earlier[$name] = $calls + ($this->earlier[$name] ?? 0);
        }
        $this->ask('CONFIG RESETSTAT');
    }

    /** Ends the benchmark unless the commands since the last check are those of this way. */
    public function check(Way $way, bool $many): void
    {
        $this->reset();
        $watched = ($this->earlier['client|tracking'] ?? 0) > 0;
        $lined = ($this->earlier['blpop'] ?? 0) > 0;
        if ($way->interval === null ? !$watched || $many && !$lined : $watched || $lined) {
            throw new RuntimeException("$way->name: not what was executed: " . json_encode($this->earlier));
        }
        $this->earlier = [];
    }

    /** Waits until nothing is left to expire; ends the benchmark if something never will. */
    public function checkThatNothingIsLeft(): void
    {
        for ($end = hrtime(true) + 13_000_000_000; (int) substr($this->ask('DBSIZE'), 1) > 0; usleep(10_000)) {
            if (hrtime(true) > $end) {
                throw new RuntimeException('a key was left: ' . $this->ask('RANDOMKEY'));
            }
        }
    }
}

/** One end of a line between the driver and a worker. */
final class Line
{
    /** @param resource $socket */
    public function __construct(public readonly mixed $socket, public readonly int $pid)
    {
        stream_set_timeout($socket, PATIENCE_SECONDS + 10);
    }

    public function say(mixed $what): void
    {
        fwrite($this->socket, json_encode($what) . "\n");
    }

    public function hear(): mixed
    {
        $line = fgets($this->socket);
        $what = $line === false ? ['error' => 'no word within the patience'] : json_decode($line, true);
        if (isset($what['error'])) {
            throw new RuntimeException("process $this->pid: $what[error]");
        }
        return $what;
    }
}

/**
 * Starts processes that do this work; `$work(Line $driver, int $number)`.
 *
 * @return Line[]
 */
function crew(int $count, Closure $work): array
{
    $crew = [];
    for ($number = 0; $number < $count; $number++) {
        [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $pid = pcntl_fork();
        if ($pid === 0) {
            fclose($here);
            $driver = new Line($there, getmypid());
            try {
                $work($driver, $number);
            } catch (Throwable $error) {
                $driver->say(['error' => $error->getMessage()]);
                exit(1);
            }
            exit(0);
        }
        $pid > 0 || throw new RuntimeException('no process can be started');
        fclose($there);
        $crew[] = new Line($here, $pid);
    }
    return $crew;
}

/** Says the same to all. @param Line[] $crew */
function tell(array $crew, mixed $what): void
{
    foreach ($crew as $worker) {
        $worker->say($what);
    }
}

/** What each says next. @param Line[] $crew */
function hear(array $crew): array
{
    return array_map(fn (Line $worker) => $worker->hear(), $crew);
}

/** Returns the index of the first worker that writes a line. @param Line[] $crew */
function first(array $crew): int
{
    $readable = array_map(fn (Line $worker) => $worker->socket, $crew);
    $none = null;
    stream_select($readable, $none, $none, PATIENCE_SECONDS) || throw new RuntimeException('no waiter gets the lock');
    return array_key_first($readable);
}

/** Waits for the processes' end. @param Line[] $crew */
function dismiss(array $crew, bool $kill = false): void
{
    if ($kill && $crew) {
        // PHP's own function is in an extension that may not be there.
        exec('kill -9 ' . implode(' ', array_map(fn (Line $worker) => $worker->pid, $crew)));
    }
    foreach ($crew as $worker) {
        pcntl_waitpid($worker->pid, $status);
        $kill || $status === 0 || $worker->hear(); // why it failed
    }
}

/** Which of these is at that share of them, in order. */
function quantile(array $numbers, float $share): float
{
    sort($numbers);
    return (float) $numbers[(int) min(count($numbers) - 1, floor($share * count($numbers)))];
}

/** "250 µs", "12.0 ms" or "1.23 s". */
function duration(float $nanoseconds): string
{
    return match (true) {
        $nanoseconds < 1e6 => sprintf('%.0f µs', $nanoseconds / 1e3),
        $nanoseconds < 1e9 => sprintf('%.1f ms', $nanoseconds / 1e6),
        default => sprintf('%.2f s', $nanoseconds / 1e9),
    };
}

/** Acquires, holds, releases: when it began to wait, had the lock, gave it back, and the attempts that it took. */
function cycle(RedisLock $lock, ?Closure $hold = null): array
{
    $attempts = RedisLock::stats()['attempts'];
    $began = hrtime(true);
    $lock->acquire() || throw new RuntimeException('the lock was not to be had');
    $owned = hrtime(true);
    $hold === null ? usleep(HOLD_MICROSECONDS) : $hold();
    $gave = hrtime(true);
    $lock->release() || throw new RuntimeException('the lock was lost');
    return [$began, $owned, $gave, RedisLock::stats()['attempts'] - $attempts];
}

/** The cycles in the order of their turns; ends the benchmark if one had the lock before the other gave it back. */
function turns(array $cycles): array
{
    usort($cycles, fn ($one, $other) => $one[1] <=> $other[1]);
    for ($n = 1; $n < count($cycles); $n++) {
        $cycles[$n][1] >= $cycles[$n - 1][2] || throw new RuntimeException('two had the lock at once');
    }
    return $cycles;
}

/** Waits until two waiters have seats and the others sleep (but for some that watch without a seat), where there is a queue. */
function settle(Way $way, Server $server, int $waiters, int $milliseconds, bool $atMost = false): void
{
    $patience = hrtime(true) + PATIENCE_SECONDS * 1_000_000_000;
    $seats = 'EXISTS {' . KEY . '}:redislock:seat1 {' . KEY . '}:redislock:seat2';
    $has_settled = function () use ($server, $waiters, $atMost, $seats): bool {
        $asleep = $server->number('clients', 'blocked_clients');
        return $atMost
            ? $asleep <= $waiters
            : in_array($asleep, range(max(0, $waiters - 8), max(0, $waiters - 2)), true) && (int) substr($server->ask($seats), 1) >= min(2, $waiters);
    };
    while ($way->interval === null && !$has_settled()) {
        hrtime(true) < $patience || throw new RuntimeException('not all have come to the queue');
        usleep(1_000);
    }
    usleep($milliseconds * 1_000);
}

/** Nanoseconds that a process has run. */
function cpu(Line $worker): int
{
    return (int) file_get_contents("/proc/$worker->pid/schedstat");
}
