<?php

declare(strict_types=1);

/**
 * Just enough of a Redis client for these examples.
 */
final class TinyRedis
{
    /** @var resource */
    private $stream;

    public function __construct(string $socket)
    {
        $this->stream = @stream_socket_client("unix://$socket") ?: throw new RuntimeException("no Redis at $socket");
    }

    public function ping(): bool
    {
        return $this->command('PING') === 'PONG';
    }

    public function get(string $key): ?string
    {
        return $this->text('GET', $key);
    }

    public function setnx(string $key, string $value): bool
    {
        return $this->command('SETNX', $key, $value) === 1;
    }

    /** Sets the key and returns what it held before, in one step. */
    public function getset(string $key, string $value): ?string
    {
        return $this->text('GETSET', $key, $value);
    }

    public function expire(string $key, int $seconds): bool
    {
        return $this->command('EXPIRE', $key, (string) $seconds) === 1;
    }

    public function del(string $key): bool
    {
        return $this->command('DEL', $key) === 1;
    }

    public function hset(string $key, string $field, string $value): void
    {
        $this->command('HSET', $key, $field, $value);
    }

    public function hget(string $key, string $field): ?string
    {
        return $this->text('HGET', $key, $field);
    }

    /** Runs a Lua script on one key. */
    public function eval(string $script, string $key, string ...$arguments): string|int|null
    {
        return $this->command('EVAL', $script, '1', $key, ...$arguments);
    }

    private function text(string ...$words): ?string
    {
        $reply = $this->command(...$words);

        return is_int($reply) ? throw new RuntimeException("Redis says: $reply") : $reply;
    }

    private function command(string ...$words): string|int|null
    {
        $request = '*' . count($words) . "\r\n";
        foreach ($words as $word) {
            $request .= '$' . strlen($word) . "\r\n$word\r\n";
        }
        fwrite($this->stream, $request);

        $line = fgets($this->stream) ?: throw new RuntimeException('Redis closed the connection');
        $reply = substr($line, 1, -2);

        return match ($line[0]) {
            '+' => $reply,
            ':' => (int) $reply,
            '$' => $reply === '-1' ? null : substr((string) stream_get_contents($this->stream, (int) $reply + 2), 0, -2),
            default => throw new RuntimeException("Redis says: $line"),
        };
    }
}
