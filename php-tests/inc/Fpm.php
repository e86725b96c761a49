<?php

declare(strict_types=1);

require_once __DIR__ . '/needs.php';

/**
 * A PHP-FPM of the test's own: a master and its workers on a Unix socket, with this extension and no other.
 *
 * It is gone when the test is, however that ends, by the same means as RedisServer.
 */
final class Fpm
{
    private const GUARD = <<<'SH'
        trap '' HUP INT TERM
        log=$1
        shift
        "$@" >>"$log" 2>&1 &
        master=$!
        cat >/dev/null
        kill -TERM "$master"
        wait "$master" 2>/dev/null
        SH;

    private const PARAMETERS = 4;
    private const INPUT = 5;
    private const OUTPUT = 6;
    private const END = 3;

    /** @var resource */
    private $guard;

    /** @var resource */
    private $lifeline;

    private readonly string $socket;

    private readonly string $script;

    public readonly int $masterId;

    /**
     * @param string                $directory where its files go
     * @param string                $code      what every request runs; `$_GET` is its input
     * @param array<string, string> $pool      settings of the pool
     * @param array<string, string> $ini
     * @param array<string, string> $global    settings of the master
     */
    public function __construct(private readonly string $directory, string $code, int $workers = 2, array $pool = [], array $ini = [], array $global = [])
    {
        $this->socket = "$directory/fpm.sock";
        $this->script = "$directory/script.php";
        $bootstrap = var_export(__DIR__ . '/bootstrap.php', true);
        file_put_contents($this->script, "<?php require $bootstrap; $code");
        $pool += ['listen' => $this->socket, 'user' => 'root', 'pm' => 'static', 'pm.max_children' => $workers, 'clear_env' => 'no', 'catch_workers_output' => 'yes'];
        $global += ['pid' => "$directory/fpm.pid", 'error_log' => "$directory/fpm.log", 'daemonize' => 'no'];
        $configuration = '';
        foreach (['global' => $global, 'www' => $pool] as $section => $settings) {
            $configuration .= "[$section]\n";
            foreach ($settings as $name => $value) {
                $configuration .= "$name = $value\n";
            }
        }
        file_put_contents("$directory/fpm.conf", $configuration);
        $program = fpm() ?? throw new RuntimeException('there is no PHP-FPM of PHP ' . PHP_VERSION . ' that loads the extension; TEST_PHP_FPM may name it');
        $command = [$program, '-n', '-R', '-F', '-y', "$directory/fpm.conf", '-d', 'extension=' . PhpChild::extension()];
        foreach ($ini + ['display_errors' => '0', 'log_errors' => '0'] as $name => $value) {
            array_push($command, '-d', "$name=\"$value\"");
        }
        $this->guard = proc_open(['sh', '-c', self::GUARD, 'fpm-guard', "$directory/fpm.log", ...$command], [['pipe', 'r'], STDERR, STDERR], $pipes)
            ?: throw new RuntimeException('cannot start a shell');
        [$this->lifeline] = $pipes;
        try {
            await('PHP-FPM', fn() => str_contains($this->log(), 'ready to handle connections'));
        } catch (RuntimeException $exception) {
            throw new RuntimeException("{$exception->getMessage()}\n{$this->log()}");
        }
        $this->masterId = (int) file_get_contents("$directory/fpm.pid");
    }

    public function log(): string
    {
        return (string) @file_get_contents("$this->directory/fpm.log");
    }

    /** Ends it in order, and waits for its end. */
    public function stop(): void
    {
        fclose($this->lifeline);
        proc_close($this->guard);
    }

    /** The body of the answer to a request. */
    public function request(string ...$query): string
    {
        return self::answer($this->begin(...$query));
    }

    /**
     * Sends a request; answer() awaits what comes of it.
     *
     * @return resource
     */
    public function begin(string ...$query): mixed
    {
        // While it reloads, no process may listen for a moment.
        $stream = await('a connection to PHP-FPM', fn() => @stream_socket_client("unix://$this->socket"));
        $parameters = '';
        foreach ([
            'SCRIPT_FILENAME' => $this->script,
            'REQUEST_METHOD' => 'GET',
            'QUERY_STRING' => http_build_query($query),
        ] as $name => $value) {
            $parameters .= pack('NN', strlen($name) | 1 << 31, strlen($value) | 1 << 31) . $name . $value;
        }
        fwrite($stream, self::record(1, pack('nCx5', 1, 0)) . self::record(self::PARAMETERS, $parameters)
            . self::record(self::PARAMETERS, '') . self::record(self::INPUT, ''));

        return $stream;
    }

    private static function record(int $type, string $content): string
    {
        return pack('CCnnxx', 1, $type, 1, strlen($content)) . $content;
    }

    /** @param resource $stream */
    public static function answer(mixed $stream): string
    {
        stream_set_timeout($stream, 60);
        $output = '';
        while (strlen($header = (string) stream_get_contents($stream, 8)) === 8) {
            ['type' => $type, 'length' => $length, 'padding' => $padding] = unpack('Cversion/Ctype/nid/nlength/Cpadding/x', $header);
            $content = $length + $padding > 0 ? substr(stream_get_contents($stream, $length + $padding), 0, $length) : '';
            if ($type === self::OUTPUT) {
                $output .= $content;
            } elseif ($type === self::END) {
                break;
            }
        }
        // The worker waits for this end before it turns to the next request.
        fclose($stream);
        // The headers end at the empty line.
        return substr((string) strstr($output, "\r\n\r\n"), 4);
    }

    /** The process ids of its workers. */
    public function workers(): array
    {
        $children = (string) @file_get_contents("/proc/$this->masterId/task/$this->masterId/children");
        $ids = array_map(intval(...), preg_split('/ /', $children, flags: PREG_SPLIT_NO_EMPTY));
        sort($ids);

        return $ids;
    }
}
