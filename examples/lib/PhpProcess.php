<?php

declare(strict_types=1);

/**
 * A PHP script that runs as a process of its own, with the extension loaded.
 *
 * Its standard input and output are pipes to this process; what it has to complain about goes to our standard error.
 */
final class PhpProcess
{
    /**
     * @param resource $process
     * @param resource $input
     * @param resource $output
     */
    private function __construct(
        private $process,
        private $input,
        private $output,
    ) {}

    public static function start(string $script, string|int|float ...$arguments): self
    {
        $command = [
            // Empty where PHP was started through a wrapper. @phpstan-ignore ternary.alwaysTrue
            PHP_BINARY ?: getenv('PHP') ?: 'php',
            '-n',
            '-d', 'extension=' . (getenv('REDISLOCK_SO') ?: dirname(__DIR__, 2) . '/modules/redislock.so'),
            '-d', 'display_errors=stderr',
            '-d', 'log_errors=0',
            $script,
            ...array_map(strval(...), array_values($arguments)),
        ];
        $process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes)
            ?: throw new RuntimeException("cannot start $script");
        /** @var array{resource, resource} $pipes */

        return new self($process, ...$pipes);
    }

    public function tell(string $line): void
    {
        fwrite($this->input, "$line\n");
    }

    /** The next line that it prints, or null after the last one. */
    public function hear(): ?string
    {
        $line = fgets($this->output);

        return $line === false ? null : rtrim($line, "\n");
    }

    /** Waits for its end and returns its exit code. */
    public function wait(): int
    {
        return proc_close($this->process);
    }
}
