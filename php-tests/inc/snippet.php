<?php

declare(strict_types=1);

/**
 * Runs one snippet of the docs, a file: `php snippet.php FILE SOCKET`. The extension is loaded, and redislock.server is the Redis
 * server at that Unix socket.
 *
 * What snippets take for granted is made here, the real thing where this PHP has it and a stand-in where it has not:
 *
 *     $pdo         SQLite in memory with the table `accounts`; without pdo_sqlite an update that changes one row
 *     $redis       phpredis; without it eval() alone, by the tests' own client
 *     $balance     a number
 *     $queue, $job the job that was pushed is the one that the worker gets
 *     import()     does nothing
 *     $lock        where the snippet goes on with one that an earlier snippet has taken: fenced, and held
 *     FakeMutex, Checkout   examples/unit-tests
 *
 * A warning is an exception, and everything that stops a snippet before its end is said. So is a stand-in that the snippet names
 * and does not come to.
 */

require __DIR__ . '/bootstrap.php';

/** The methods and parameters that the snippet has used. */
final class Used
{
    public static array $names = [];
}

function import(mixed $what): void
{
    Used::$names['import('] = true;
}

final class StandInQueue
{
    public function __construct(private mixed &$job) {}

    public function push(array $job): void
    {
        Used::$names['$queue->push('] = true;
        $this->job = $job;
    }
}

/** The part of phpredis that the docs use. */
final class StandInRedis
{
    public function __construct(private readonly RespClient $client) {}

    public function eval(string $script, array $arguments, int $keys): mixed
    {
        return $this->client->ask('EVAL', $script, $keys, ...$arguments);
    }
}

/** The part of PDO and its statements that the docs use. */
final class StandInPdo
{
    public function prepare(string $statement): self
    {
        return $this;
    }

    public function execute(array $values): bool
    {
        return true;
    }

    public function rowCount(): int
    {
        return 1;
    }
}

$code = file_get_contents($argv[1]);

if (str_contains($code, '$pdo->')) {
    if (extension_loaded('pdo_sqlite')) {
        $pdo = new PDO('sqlite::memory:');
        $pdo->exec('CREATE TABLE accounts (id INTEGER, balance INTEGER, fence INTEGER)');
        $pdo->exec('INSERT INTO accounts VALUES (7, 100, 0)');
    } else {
        $pdo = new StandInPdo();
    }
}
if (str_contains($code, '$redis->')) {
    if (class_exists('Redis')) {
        $redis = new Redis();
        $redis->connect($argv[2]);
    } else {
        $redis = new StandInRedis(new RespClient("unix://$argv[2]"));
    }
}
if (str_contains($code, '$queue->')) {
    $job = null;
    $queue = new StandInQueue($job);
}
if (str_contains($code, '$lock') && preg_match('/\$lock\s*=|RedisLock \$lock/', $code) === 0) {
    $lock = new RedisLock('account:7', fenced: true);
    $lock->acquire();
}
if (str_contains($code, 'FakeMutex')) {
    foreach (['Mutex', 'FakeMutex', 'Checkout'] as $class) {
        require dirname(__DIR__, 2) . "/examples/unit-tests/$class.php";
    }
}
$balance = 50;

set_error_handler(function (int $level, string $message, string $file, int $line): bool {
    throw new ErrorException($message, 0, $level, $file, $line);
});
$has_ended = false;
register_shutdown_function(function () use (&$has_ended, $code): void {
    $complaints = $has_ended ? [] : ['it stops before its end'];
    foreach (['import(', '$queue->push('] as $name) {
        if (str_contains($code, $name) && !isset(Used::$names[$name])) {
            $complaints[] = "it does not come to $name...)";
        }
    }
    if ($complaints) {
        echo "\n", implode("\n", $complaints);
        exit(1);
    }
});

require $argv[1];

$has_ended = true;
