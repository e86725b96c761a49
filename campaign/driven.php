<?php

declare(strict_types=1);

require_once __DIR__ . '/broken.php';

/**
 * Locks of other libraries, in a process of their own that reads and writes lines: drivers/. Their leases count from before the call,
 * because none of the libraries promises more.
 *
 *     acquire KEY TTL WAIT   acquired TOKEN, denied, or failed WHY; times in ms
 *     refresh TTL            refreshed, gone, or failed WHY
 *     release                released, gone, or failed WHY
 */
abstract class Driven extends SimpleLock
{
    public const NETWORK = 'all';
    public const LEASES = [1_000, 2_000, 3_000];
    /** The seconds beyond its wait for which an answer is awaited. Some libraries never end a call whose reply stops in the middle. */
    private const ANSWER = 30.0;
    /** What drivers/fetch.sh gets for it. */
    protected const LIBRARY = '';
    /** @var list<string> its process, behind which the address is put */
    protected const DRIVER = [];
    /** @var ?array{resource, resource, resource, resource} the driver, what it reads, what it writes, and its errors */
    private ?array $driver = null;

    /** Gets the library, whose folder the drivers find in REDISLOCK_LIBRARY. Prints its version. */
    public static function prepare(): void
    {
        exec(escapeshellarg(__DIR__ . '/drivers/fetch.sh') . ' ' . static::LIBRARY, $lines, $code);
        $code === 0 || exit(1);
        putenv("REDISLOCK_LIBRARY=$lines[0]");
        echo static::LIBRARY, " $lines[1]\n";
    }

    public function acquire(float $wait): bool
    {
        $sent = now();
        [$outcome, $token] = $this->tell(['acquire', $this->key, $this->milliseconds(), (int) ($wait * 1e3)], $wait);
        if ($outcome !== 'acquired') {
            return false;
        }
        [$this->token, $this->until] = [$token, $this->end($sent)];

        return now() < $this->until ? true : throw new RedisLockConnectionException('its lease was over before it said so');
    }

    public function refresh(float $ttl): bool
    {
        $sent = now();
        $this->until = min($this->until, $sent + $ttl * 0.99 - 0.002); // unless there is an answer
        $this->ttl = $ttl;
        $isOurs = $this->tell(['refresh', $this->milliseconds()])[0] === 'refreshed';
        $this->until = $isOurs ? $this->end($sent) : 0.0;

        return !$isOurs || now() < $this->until ? $isOurs : throw new RedisLockConnectionException('the new lease was over before it said so');
    }

    public function release(): bool
    {
        $this->until = 0.0;

        return $this->tell(['release'])[0] === 'released';
    }

    /**
     * @param list<string|int> $words
     * @return array{string, string} the outcome, and the rest of the line
     */
    private function tell(array $words, float $wait = 0.0): array
    {
        $this->driver ??= $this->start();
        $line = false;
        try {
            @fwrite($this->driver[1], implode(' ', $words) . "\n");
            $line = $this->hear(now() + $wait + self::ANSWER);
        } finally {
            $line === false && $this->stopDriver(); // also after a signal handler's exception: its answer would be the next call's
        }
        $line = rtrim($line === false ? 'failed the driver has ended, or did not answer' : $line, "\n");
        [$outcome, $rest] = explode(' ', $line, 2) + ['', ''];

        return $outcome === 'failed' ? throw new RedisLockConnectionException($rest) : [$outcome, $rest];
    }

    private function hear(float $end): string|false
    {
        while (($left = $end - now()) > 0) {
            [$read, $none] = [[$this->driver[2]], []];
            if (@stream_select($read, $none, $none, (int) $left, (int) (fmod($left, 1.0) * 1e6))) { // else a signal came
                return fgets($this->driver[2]);
            }
        }
        return false;
    }

    private function start(): array
    {
        // Not this process's own standard error: run.php would wait for the driver of a process that it has killed.
        $driver = proc_open([...static::DRIVER, $this->server], [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes);
        stream_set_blocking($pipes[2], false);

        return [$driver, ...$pipes];
    }

    private function stopDriver(): void
    {
        [$driver, $reads, $writes, $errors] = $this->driver;
        $this->driver = null;
        fwrite(STDERR, stream_get_contents($errors));
        fclose($errors);
        proc_terminate($driver, SIGKILL);
        fclose($reads);
        fclose($writes);
        proc_close($driver);
    }

    public function __destruct()
    {
        $this->driver && $this->stopDriver();
    }
}

/** Cache::lock() of Laravel by phpredis: block() for a wait of a second or more, else get(). Leases are whole seconds. */
final class LaravelLock extends Driven
{
    public const LEASES = [1_000, 1_000, 1_000];
    protected const LIBRARY = 'laravel';
    protected const DRIVER = [PHP_BINARY, '-n', '-d', 'extension=igbinary', '-d', 'extension=redis', __DIR__ . '/drivers/laravel.php'];
}

/** Symfony's Lock on its RedisStore by phpredis. */
final class SymfonyLock extends Driven
{
    public const WITNESSED = false; // its key is a sorted set of its own form
    protected const LIBRARY = 'symfony';
    protected const DRIVER = [PHP_BINARY, '-n', '-d', 'extension=igbinary', '-d', 'extension=redis', __DIR__ . '/drivers/symfony.php'];
}

/** The RedisMutex of php-lock by phpredis. */
final class PhpLock extends Driven
{
    public const WITNESSED = false; // its key has a prefix
    protected const LIBRARY = 'php-lock';
    protected const DRIVER = [PHP_BINARY, '-n', '-d', 'extension=igbinary', '-d', 'extension=redis', __DIR__ . '/drivers/php-lock.php'];
}

/** The Lock of redis-py. */
final class RedisPyLock extends Driven
{
    protected const LIBRARY = 'redis-py';
    protected const DRIVER = ['python3', __DIR__ . '/drivers/redis-py.py'];
}

/** Redlock for Node.js, with one server. */
final class NodeRedlock extends Driven
{
    protected const LIBRARY = 'node-redlock';
    protected const DRIVER = ['node', __DIR__ . '/drivers/node-redlock.cjs'];
}
