<?php

declare(strict_types=1);

/**
 * A resource outside of Redis that is changed in three steps, as a row of a database is: read, work, write. It refuses
 * a write whose fence is older than one that it has seen. Every accepted write is noted, with its time.
 */
final class FencedCounter
{
    public static function create(): self
    {
        $path = tempnam(sys_get_temp_dir(), 'redislock-counter-');
        file_put_contents($path, json_encode(['value' => 0, 'fence' => 0]));

        return new self($path);
    }

    public function __construct(public readonly string $path)
    {
    }

    /** Adds one. Returns false if a holder with a later fence has written before. */
    public function increment(?int $fence, string $writer): bool
    {
        $value = $this->change(fn(array $state) => $state['fence'] < $fence ? ['fence' => $fence] + $state : null)['value'] ?? null;
        if ($value === null) {
            return false;
        }
        usleep(random_int(200, 2000));
        $written = $this->change(fn(array $state) => $state['fence'] === $fence ? ['value' => $value + 1] + $state : null);
        $written !== null && file_put_contents("$this->path.log", json_encode([now(), $fence, $writer]) . "\n", FILE_APPEND | LOCK_EX);

        return $written !== null;
    }

    private function change(callable $change): ?array
    {
        $file = fopen($this->path, 'r+');
        flock($file, LOCK_EX);
        $state = $change(json_decode(stream_get_contents($file), true));
        if ($state !== null) {
            rewind($file);
            ftruncate($file, 0);
            fwrite($file, json_encode($state));
        }
        fclose($file);

        return $state;
    }

    public function value(): int
    {
        return json_decode(file_get_contents($this->path), true)['value'];
    }

    /** @return list<array{float, int, string}> when, with which fence, by whom was written */
    public function writes(): array
    {
        return array_map(json_decode(...), @file("$this->path.log", FILE_IGNORE_NEW_LINES) ?: []);
    }

    public function remove(): void
    {
        array_map(unlink(...), glob("$this->path*"));
    }
}
