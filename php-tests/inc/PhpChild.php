<?php

declare(strict_types=1);

/**
 * A PHP process of its own, with pipes for its standard input and output: tell() it a line, hear() the next one it says.
 *
 * Its code has `$argv[1]` and so on, the helpers of this directory, and the extension, unless others are named.
 */
final class PhpChild
{
    /** For a process that does not read its standard input: a shell reads it, and kills the process at its end. */
    public const GUARD = ['sh', '-c', self::GUARDING, 'php-guard'];

    private const GUARDING = <<<'SH'
        "$@" &
        php=$!
        cat >/dev/null
        kill -9 "$php"
        wait "$php" 2>/dev/null
        SH;

    /** @var resource */
    private $process;

    /** @var resource */
    private $input;

    /** @var resource */
    private $output;

    public readonly int $exitCode;

    /**
     * @param list<string|int|float> $arguments
     * @param array<string, string>  $ini
     * @param list<string>|null      $extensions null: this one
     * @param bool                   $mergeErrors standard error is part of the output
     * @param bool                   $killed a signal is going to kill it
     */
    public static function start(string $code, array $arguments = [], array $ini = [], ?array $extensions = null, bool $mergeErrors = false, bool $killed = false): self
    {
        $bootstrap = var_export(__DIR__ . '/bootstrap.php', true);
        // valgrind would report all memory of a killed process as lost. It does not trace a process that begins as a shell.
        $under = $killed ? ['sh', '-c', 'exec "$@"', 'php'] : [];

        return self::run(['-r', "require $bootstrap; $code", '--'], $arguments, $ini, $extensions, $mergeErrors, $under);
    }

    /**
     * PHP with other options than code to run, `--ri redislock` for instance.
     *
     * @param list<string> $under the command that runs it
     */
    public static function run(array $options, array $arguments = [], array $ini = [], ?array $extensions = null, bool $mergeErrors = false, array $under = []): self
    {
        $child = new self();
        $command = [...$under, self::php(), '-n'];
        foreach ($extensions ?? [self::extension()] as $extension) {
            array_push($command, '-d', "extension=$extension");
        }
        // valgrind does not understand the code that PCRE's compiler makes.
        $ini += is_slow() ? ['pcre.jit' => '0'] : [];
        $ini += ['display_errors' => '1', 'log_errors' => '0', 'html_errors' => '0', 'fatal_error_backtraces' => '0'];
        foreach ($ini as $name => $value) {
            array_push($command, '-d', "$name=\"$value\"");
        }
        array_push($command, ...$options, ...array_map(strval(...), $arguments));
        $environment = getenv();
        if (isset($ini['memory_limit'])) {
            // Only PHP's own allocator has a limit; run-tests.php -m turns it off.
            unset($environment['USE_ZEND_ALLOC']);
        }
        $child->process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], $mergeErrors ? ['redirect', 1] : STDERR], $pipes, null, $environment)
            ?: throw new RuntimeException('cannot start PHP');
        [$child->input, $child->output] = $pipes;

        return $child;
    }

    public static function php(): string
    {
        return getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY ?: throw new RuntimeException('which PHP? TEST_PHP_EXECUTABLE is not set');
    }

    public static function extension(): string
    {
        return getenv('REDISLOCK_SO') ?: throw new RuntimeException('the environment variable REDISLOCK_SO must name the extension');
    }

    public function tell(string|int|float $line): void
    {
        fwrite($this->input, "$line\n");
    }

    /** The next line that it prints. */
    public function hear(): string
    {
        $line = fgets($this->output);
        if ($line === false) {
            throw new RuntimeException('the child ended without another line');
        }
        return rtrim($line, "\n");
    }

    /** Returns whether hear() would return at once. */
    public function hasSpoken(): bool
    {
        $readable = [$this->output];
        $none = null;

        return stream_select($readable, $none, $none, 0) > 0;
    }

    /** Closes its input, and returns the rest of its output. */
    public function finish(): string
    {
        fclose($this->input);
        $rest = stream_get_contents($this->output);
        $this->exitCode = proc_close($this->process);

        return $rest;
    }

    /** Kills it (SIGKILL), so it cannot clean up. */
    public function kill(): void
    {
        proc_terminate($this->process, 9);
        $this->finish();
    }

    public function processId(): int
    {
        return proc_get_status($this->process)['pid'];
    }
}

/** In a child: returns the next line that its parent sends. */
function hear(): string
{
    return rtrim((string) fgets(STDIN), "\n");
}

/** In a child that expects no more lines: returns whether its parent has closed its input, or has ended. */
function parent_is_gone(): bool
{
    $readable = [STDIN];
    $none = null;

    return stream_select($readable, $none, $none, 0) > 0;
}
