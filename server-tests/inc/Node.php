<?php

declare(strict_types=1);

/**
 * One server of a deployment: on a free TCP port and on a Unix socket, in a directory of its own.
 *
 * It can be killed and started again where it was, with its directory and port. It is gone when the process that
 * started it is, however that ends: a small shell guards it and takes orders from a pipe, whose other end the kernel
 * closes with us. Then the shell kills the server by its process id and removes the directory.
 */
final class Node
{
    private const GUARD = <<<'SH'
        trap '' HUP INT TERM
        directory=$1
        shift
        start() {
          "$@" >>"$directory/log" 2>&1 &
          server=$!
        }
        end() {
          [ -z "$server" ] || { kill -9 "$server" 2>/dev/null; wait "$server" 2>/dev/null; } # it may have ended by itself
          server=
        }
        start "$@"
        while read -r order; do
          case $order in
            start) start "$@" ;;
            kill) end ;;
            *) kill -s "$order" "$server" ;;
          esac
          echo done
        done
        end
        rm -rf "$directory"
        SH;

    public readonly string $directory;

    public readonly int $port;

    /** The address for RespClient. */
    public readonly string $socket;

    /** As the extension takes it. */
    public readonly string $address;

    /** @var resource */
    private $guard;

    /** @var array<int, resource> */
    private array $pipes = [];

    /**
     * A data node. It keeps nothing on disk, and gives its replicas what they need at once.
     *
     * @param array<string, string|int|list<string|int>> $config   options of redis.conf
     * @param string                                     $password of the default user
     * @param ?Certificates                              $tls      speaks TLS on its port
     */
    public static function start(string $program, array $config = [], string $password = '', ?Certificates $tls = null): self
    {
        $config += $password === '' ? [] : ['requirepass' => $password, 'masterauth' => $password];
        $config += ['save' => '', 'appendonly' => 'no', 'repl-diskless-sync' => 'yes', 'repl-diskless-sync-delay' => 0, 'repl-ping-replica-period' => 1];

        return self::begin($program, $password, $tls === null ? 'redis' : 'rediss', function (Node $node) use ($config, $tls) {
            $config += $tls === null ? ['port' => $node->port] : ['port' => 0, 'tls-port' => $node->port] + $tls->config('server') + ['tls-replication' => 'yes'];
            $config += ['bind' => '127.0.0.1', 'unixsocket' => "$node->directory/redis.sock", 'dir' => $node->directory];
            $options = [];
            foreach ($config as $name => $value) {
                array_push($options, "--$name", ...array_map(strval(...), (array) $value));
            }
            return $options;
        });
    }

    /** A Sentinel: the same program, with a file of its own to write into. */
    public static function sentinel(string $program, array $lines, bool $tls = false, string $password = ''): self
    {
        return self::begin($program, $password, $tls ? 'rediss' : 'redis', function (Node $node) use ($lines, $tls) {
            $lines = [...($tls ? ['port 0', "tls-port $node->port"] : ["port $node->port"]), 'bind 127.0.0.1', "unixsocket $node->directory/redis.sock", "dir $node->directory", ...$lines];
            file_put_contents("$node->directory/sentinel.conf", implode("\n", $lines) . "\n");
            return ["$node->directory/sentinel.conf", '--sentinel'];
        });
    }

    private static function begin(string $program, string $password, string $scheme, callable $arguments): self
    {
        for ($attempts = 5; ; $attempts--) {
            $node = new self($program, $password, $scheme, $arguments);
            try {
                $node->awaitReply();
                return $node;
            } catch (RuntimeException $exception) {
                $node->end();
                // Another process may have taken the port in between.
                if ($attempts === 1 || !str_contains($exception->getMessage(), 'Address already in use')) {
                    throw $exception;
                }
            }
        }
    }

    /** @param callable(Node): list<string> $arguments */
    private function __construct(string $program, private readonly string $password, string $scheme, callable $arguments)
    {
        // A Unix socket's path has about a hundred bytes at most.
        $temporary = strlen(sys_get_temp_dir()) < 40 ? sys_get_temp_dir() : '/tmp';
        $this->directory = $temporary . '/redislock-' . bin2hex(random_bytes(6));
        $this->socket = "unix://$this->directory/redis.sock";
        $this->port = free_port();
        $this->address = "$scheme://127.0.0.1:$this->port";
        mkdir($this->directory, 0700) || throw new RuntimeException("cannot make $this->directory");
        $this->guard = proc_open(
            ['sh', '-c', self::GUARD, 'redis-guard', $this->directory, $program, ...$arguments($this)],
            [['pipe', 'r'], ['pipe', 'w'], STDERR],
            $this->pipes,
        ) ?: throw new RuntimeException('cannot start a shell');
    }

    private function awaitReply(): void
    {
        await("a reply of the server in $this->directory", function () {
            try {
                $reply = $this->connect()->ask('PING');
                return $reply === 'PONG';
            } catch (RuntimeException) {
                $log = (string) @file_get_contents("$this->directory/log");
                if (preg_match('/Failed listening|FATAL CONFIG|: not found|Permission denied/', $log) === 1) {
                    throw new RuntimeException("a server does not start: $log");
                }
                return false;
            }
        });
    }

    /** Sends a command over a new connection, because a kept one would end with a restart or a failover. */
    public function ask(string|int|float ...$words): mixed
    {
        return $this->connect()->ask(...$words);
    }

    public function connect(): RespClient
    {
        return self::client($this->reach());
    }

    /** Returns the arguments of client() for another process. */
    public function reach(): array
    {
        return ['socket' => $this->socket, 'password' => $this->password];
    }

    public static function client(array $reach): RespClient
    {
        $client = new RespClient($reach['socket']);
        if ($reach['password'] !== '') {
            $client->ask('AUTH', $reach['password']);
        }
        return $client;
    }

    /** The value of a line of INFO: `role`, `master_link_status`. */
    public function info(string $name): ?string
    {
        return preg_match("/^$name:([^\r\n]*)/m", $this->allInfo(), $found) === 1 ? $found[1] : null;
    }

    /** Sentinels close all connections of a node that they make a replica: then it is asked again. */
    public function allInfo(): string
    {
        try {
            return $this->ask('INFO', 'everything');
        } catch (RuntimeException) {
            return $this->ask('INFO', 'everything');
        }
    }

    /** Ends it at once, as a crash does. Its keys are gone, its port and its directory are not. */
    public function kill(): void
    {
        $this->order('kill');
        // Otherwise the next one could not distinguish itself from the old one that does not reply.
        @unlink("$this->directory/redis.sock");
    }

    /** Starts it where it was, empty. */
    public function restart(): void
    {
        $this->kill();
        $this->order('start');
        $this->awaitReply();
    }

    /** Suspends it (SIGSTOP): it keeps its connections and does nothing until resume(). */
    public function suspend(): void
    {
        $this->order('STOP');
    }

    public function resume(): void
    {
        $this->order('CONT');
    }

    private function order(string $order): void
    {
        fwrite($this->pipes[0], "$order\n");
        fgets($this->pipes[1]) === "done\n" || throw new RuntimeException("the guard does not $order the server");
    }

    /** Ends it for good. */
    public function end(): void
    {
        fclose($this->pipes[0]);
        proc_close($this->guard);
    }
}
