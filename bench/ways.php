<?php

/**
 * Ways to wait for a lock, measured side by side: what waiting.php and crowds.php have in common.
 */

declare(strict_types=1);

require __DIR__ . '/waiters.php';

/** A way to wait for a lock. */
final class Way
{
    public function __construct(
        public readonly string $name,
        private readonly string $server,
        /** How often to look for the lock; null: stand in the queue. */
        public readonly ?float $interval,
    ) {}

    /** A lock that can be held, and waited for, longer by that. */
    public function lock(string $key = KEY, float $longer = 0.0): RedisLock
    {
        return new RedisLock(
            $key,
            ttl: 30.0 + $longer,
            wait: PATIENCE_SECONDS + $longer,
            server: $this->server,
            retryInterval: $this->interval ?? 0.1,
        );
    }

    /** Ends the benchmark unless all waits of this process went this way. */
    public function check(): void
    {
        ob_start();
        (new ReflectionExtension('redislock'))->info();
        preg_match('/in the queue: (\d+), by sleep and retry: (\d+)/', (string) ob_get_clean(), $found)
            || throw new RuntimeException('phpinfo() does not say how this process has waited');
        [, $queued, $slept] = $found;
        if ($this->interval === null ? $slept > 0 : $queued > 0) {
            throw new RuntimeException("$this->name: $found[0]");
        }
    }
}

/** Measures each way beside the others. @param array<string, Closure(Way): array<string, string>> $measurements */
function print_table(string $benchmark, array $measurements, array $ways, array $budgets, Server $server): void
{
    $head = ['', ...array_map(fn (Way $way) => $way->name, $ways), 'budget'];
    echo '| ', implode(' | ', $head), " |\n", str_repeat('|---', count($head)), "|\n";
    foreach ($measurements as $title => $measure) {
        $columns = [];
        foreach ($ways as $way) {
            $columns[] = $column = $measure($way);
            array_walk($column, fn(string $text, string $row) => figure_of_text("$benchmark: $title: $row: $way->name", $text));
            $server->checkThatNothingIsLeft();
        }
        echo "| **$title** ", str_repeat('|', count($head)), "\n";
        foreach (array_keys($columns[0]) as $row) {
            echo "| $row | ", implode(' | ', array_column($columns, $row)), ' | ', $budgets[$row] ?? '', " |\n";
        }
    }
}

/** The server, and the ways to wait: in the queue, and by polling, since its user may not watch. An error ends the benchmark. @return array{Server, Way[]} */
function queue_and_polling(string $socket): array
{
    set_exception_handler(function (Throwable $error): never {
        fwrite(STDERR, 'bench: ' . $error->getMessage() . "\n");
        exit(1);
    });
    $server = new Server($socket);
    $server->ask('ACL SETUSER poll on >x ~* &* +@all -client');
    $ways = [new Way('queue', "unix://$socket", null)];
    foreach ([0.005, 0.1, 0.25] as $interval) {
        $ways[] = new Way(sprintf('%g ms', 1e3 * $interval), "unix://$socket?user=poll&pass=x", $interval);
    }

    return [$server, $ways];
}
