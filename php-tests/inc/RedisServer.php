<?php

declare(strict_types=1);

/**
 * A redis-server of the test's own, on a Unix socket in a directory of its own, and on a TCP port, plain or with TLS,
 * where asked for.
 *
 * It is gone when the test is, however that ends: a small shell guards it and reads from a pipe, whose other end the
 * kernel closes with us. Then the shell kills the server by its process id and removes the directory.
 */
final class RedisServer
{
    private const GUARD = <<<'SH'
        trap '' HUP INT TERM
        directory=$1
        shift
        "$@" >"$directory/log" 2>&1 &
        server=$!
        cat >/dev/null
        kill -9 "$server"
        wait "$server" 2>/dev/null
        rm -rf "$directory"
        SH;

    public readonly string $directory;

    public readonly string $socket;

    public readonly ?int $port;

    /** As the extension takes it. */
    public readonly string $address;

    /** @var resource|null */
    private $guard = null;

    /** @var resource|null */
    private $lifeline = null;

    private ?RespClient $client = null;

    private ?int $processId = null;

    /** @var list<string> */
    private array $options;

    /** @var list<WeakReference<self>> the servers that were started */
    private static array $started = [];

    /** @param array<string, string|list<string>> $config options of redis.conf */
    public static function start(array $config = [], bool $tcp = false, bool $tls = false): self
    {
        $attempts = $tcp || $tls ? 5 : 1;
        while (true) {
            $server = new self($config, $tcp || $tls ? free_port() : null, $tls);
            try {
                $server->launch();
                self::$started[] = WeakReference::create($server);
                return $server;
            } catch (RuntimeException $exception) {
                // Another process may have taken the port in between.
                if (--$attempts === 0) {
                    throw $exception;
                }
            }
        }
    }

    private function __construct(array $config, ?int $port, bool $tls)
    {
        // A Unix socket's path has about a hundred bytes at most.
        $temporary = strlen(sys_get_temp_dir()) < 40 ? sys_get_temp_dir() : '/tmp';
        $this->directory = $temporary . '/redislock-' . bin2hex(random_bytes(6));
        $this->socket = "$this->directory/redis.sock";
        $this->address = "unix://$this->socket";
        $this->port = $port;
        $this->options = ['--port', (string) ($tls ? 0 : $port ?? 0), '--tls-port', (string) ($tls ? $port : 0), '--bind', '127.0.0.1', '--unixsocket', $this->socket, '--dir', $this->directory, '--save', ''];
        foreach ($config as $name => $value) {
            array_push($this->options, "--$name", ...(array) $value);
        }
    }

    private function launch(): void
    {
        mkdir($this->directory, 0700) || throw new RuntimeException("cannot make $this->directory");
        $this->guard = proc_open(
            ['sh', '-c', self::GUARD, 'redis-guard', $this->directory, 'redis-server', ...$this->options],
            [['pipe', 'r'], STDERR, STDERR],
            $pipes,
        ) ?: throw new RuntimeException('cannot start a shell');
        [$this->lifeline] = $pipes;
        try {
            await('a reply of the new server', $this->answers(...));
        } catch (RuntimeException $exception) {
            $log = (string) @file_get_contents("$this->directory/log");
            $this->stop();
            throw new RuntimeException("{$exception->getMessage()}\n$log");
        }
    }

    private function answers(): bool
    {
        try {
            $client = new RespClient($this->address);
            return $client->ask('PING') === 'PONG';
        } catch (RuntimeException $exception) {
            if (preg_match('/Failed listening|FATAL CONFIG/', (string) @file_get_contents("$this->directory/log")) === 1) {
                throw new RuntimeException('the server does not start');
            }
            return str_contains($exception->getMessage(), 'NOAUTH');
        }
    }

    /** Sends a command over a connection of the test's own. */
    public function ask(string|int|float ...$words): mixed
    {
        $this->client ??= $this->connect();

        return $this->client->ask(...$words);
    }

    public function connect(): RespClient
    {
        return new RespClient($this->address);
    }

    /** Kills the server, as a crash does. Its keys are gone. */
    public function stop(): void
    {
        $this->client = null;
        $this->processId = null;
        if ($this->guard !== null) {
            fclose($this->lifeline);
            proc_close($this->guard);
            $this->guard = null;
        }
    }

    /** Suspends it (SIGSTOP): it keeps its connections and does nothing until resume(). */
    public function suspend(): void
    {
        $this->signal('STOP');
    }

    public function resume(): void
    {
        $this->signal('CONT');
    }

    private function signal(string $signal): void
    {
        $this->processId ??= $this->info('process_id');
        exec("kill -$signal $this->processId", result_code: $code);
        $code === 0 || throw new RuntimeException("cannot send $signal to the server");
    }

    /** Starts it again where it was, empty. */
    public function restart(): void
    {
        $this->stop();
        $this->launch();
    }

    public function tcpAddress(string $credentials = '', string $path = ''): string
    {
        return "redis://$credentials" . ($credentials === '' ? '' : '@') . "127.0.0.1:$this->port$path";
    }

    public function tlsAddress(Certificates $certificates, string $options = '', string $credentials = '', string $path = ''): string
    {
        return "rediss://$credentials" . ($credentials === '' ? '' : '@') . "127.0.0.1:$this->port$path?ca=$certificates->ca$options";
    }

    /** Returns the address for a user without permission for the queue, which therefore sleeps and retries. */
    public function addressOfSleeper(): string
    {
        $this->ask('ACL', 'SETUSER', 'sleeper', 'on', '>secret', '~*', '+@all', '-client');

        return "$this->address?user=sleeper&pass=secret";
    }

    /** The number of calls of each command since the last CONFIG RESETSTAT, without those by which tests inspect the server. */
    public function commands(): array
    {
        $calls = [];
        foreach (explode("\r\n", $this->ask('INFO', 'commandstats')) as $line) {
            if (preg_match('/^cmdstat_([^:]+):calls=(\d+)/', $line, $found)) {
                $calls[$found[1]] = (int) $found[2];
            }
        }
        foreach (['info', 'ping', 'config|resetstat', 'client|id', 'client|list', 'client|kill', 'keys', 'getrange'] as $inspection) {
            unset($calls[$inspection]);
        }
        ksort($calls);

        return $calls;
    }

    /** Returns all keys but the queues' helper keys, which expire at most twelve seconds after the last waiter. */
    public function locks(): array
    {
        $locks = [];
        foreach ($this->ask('KEYS', '*') as $key) {
            if (preg_match('/:(seat[12]|vacant|looks|watchers)$/D', $key) !== 1) {
                $locks[] = $key;
            } elseif (($left = $this->ask('PTTL', $key)) === -1 || $left > 12_000) {
                throw new RuntimeException("$key is left for $left ms");
            }
        }
        sort($locks);
        return $locks;
    }

    /** The values "arrival:weight:patience:token" that the waiters with seats have written, by the keys of the seats. */
    public function seats(): array
    {
        $seats = $this->ask('KEYS', '*:redislock:seat[12]');
        sort($seats);

        return array_filter(array_combine($seats, array_map(fn(string $seat) => $this->ask('GETRANGE', $seat, '0', '-1'), $seats)));
    }

    /** Describes the keys and the clients of all servers, for the message of a test that has waited in vain. */
    public static function describeAll(): string
    {
        $described = '';
        foreach (array_filter(array_map(fn(WeakReference $server) => $server->get(), self::$started)) as $server) {
            try {
                preg_match_all('/^id=(\d+) .* age=(\d+) idle=(\d+) flags=(\w+) .* cmd=(\S+)/m', (new RespClient($server->address))->ask('CLIENT', 'LIST'), $clients, PREG_SET_ORDER);
                $clients = array_map(fn(array $client) => "$client[1]:$client[4]:$client[5]:$client[2]:$client[3]", $clients);
                $described .= "\n$server->address: keys " . implode(' ', $server->ask('KEYS', '*')) . '; seats ' . implode(' ', $server->seats()) . '; clients ' . implode(' ', $clients);
            } catch (RuntimeException $exception) {
                $described .= "\n$server->address: {$exception->getMessage()}";
            }
        }
        return $described;
    }

    /** Returns a number of INFO. */
    public function info(string $name): int
    {
        preg_match("/^$name:(\d+)/m", $this->ask('INFO', 'everything'), $found)
            || throw new RuntimeException("INFO has no $name");

        return (int) $found[1];
    }

    /** The ids of all clients but this object's. */
    public function clients(): array
    {
        preg_match_all('/^id=(\d+)/m', $this->ask('CLIENT', 'LIST'), $found);

        return array_values(array_diff($found[1], [(string) $this->ask('CLIENT', 'ID')]));
    }

    /** Closes the connections of all clients but this object. */
    public function killClients(): void
    {
        foreach ($this->clients() as $id) {
            $this->ask('CLIENT', 'KILL', 'ID', $id);
        }
    }
}
