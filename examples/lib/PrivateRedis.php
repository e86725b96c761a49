<?php

declare(strict_types=1);

/**
 * A redis-server of our own: on a Unix socket in a temporary directory, no port, nothing stored.
 *
 * Server and directory are gone when the script is, however it ends. Shutdown functions do not run after Ctrl-C or
 * `kill`, so a small shell guards the server: it waits at the other end of a pipe, which the kernel closes when we end.
 */
final class PrivateRedis
{
    private const START_SECONDS = 10.0;

    private const GUARD = <<<'SH'
        trap '' HUP INT TERM
        "$1" --port 0 --unixsocket "$2/redis.sock" --dir "$2" --save '' --appendonly no &
        server=$!
        cat
        kill "$server"
        wait "$server"
        rm -rf "$2"
        SH;

    /** Scripts may keep files of their own here: removed with the server. */
    public readonly string $directory;

    public readonly string $socket;

    /** @var resource */
    private $guard;

    /** @var resource */
    private $lifeline;

    public function __construct()
    {
        $binary = getenv('REDIS_SERVER') ?: 'redis-server';
        exec('command -v ' . escapeshellarg($binary), result_code: $code);
        if ($code !== 0) {
            throw new RuntimeException("there is no $binary; the environment variable REDIS_SERVER may name one");
        }

        $this->directory = sys_get_temp_dir() . '/redislock-example-' . bin2hex(random_bytes(4));
        $this->socket = "$this->directory/redis.sock";
        $log = "$this->directory/redis.log";
        mkdir($this->directory, 0700);

        $this->guard = proc_open(
            ['sh', '-c', self::GUARD, 'private-redis', $binary, $this->directory],
            [['pipe', 'r'], ['file', $log, 'a'], ['file', $log, 'a']],
            $pipes,
        ) ?: throw new RuntimeException('cannot start a shell');
        /** @var array{resource} $pipes */
        [$this->lifeline] = $pipes;
        register_shutdown_function($this->stop(...));

        $deadline = hrtime(true) + self::START_SECONDS * 1e9;
        while (!$this->answers()) {
            if (hrtime(true) > $deadline) {
                throw new RuntimeException("$binary did not start:\n" . file_get_contents($log));
            }
            usleep(1_000);
        }
    }

    private function answers(): bool
    {
        try {
            return (new TinyRedis($this->socket))->ping();
        } catch (RuntimeException) {
            return false;
        }
    }

    private function stop(): void
    {
        fclose($this->lifeline);
        proc_close($this->guard);
    }
}
