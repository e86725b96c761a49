<?php

declare(strict_types=1);

/**
 * A faulty network: proxy.php <address to listen on> <server> <directory for its journal> <seed> <faults> [<certificate> <key>].
 *
 * A process a connection. One in a few commands is delayed, cut off before or after its execution, executed without a reply,
 * or delivered late, long after its sender has given up. The rate is random for each connection. If `faults` is `late` instead
 * of `all`, late delivery is the only fault; if `slow`, late answers; if `cut`, connections that end. If it is `few`, one in a
 * hundred commands meets a fault. Ends with its standard input.
 */

[, $listen, $upstream, $directory, $seed, $which] = $argv;
$options = isset($argv[6]) ? ['ssl' => ['local_cert' => $argv[6], 'local_pk' => $argv[7]]] : [];
$listener = stream_socket_server($listen, $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, stream_context_create($options))
    ?: exit("cannot listen: $message\n");
pcntl_signal(SIGCHLD, SIG_IGN);
$number = 0;
echo "ready\n";
while (true) {
    $readable = [STDIN, $listener];
    $none = null;
    if (!@stream_select($readable, $none, $none, 3600)) {
        continue;
    }
    if (in_array(STDIN, $readable, true)) {
        exit;
    }
    $client = @stream_socket_accept($listener, 0);
    $number++;
    if ($client && pcntl_fork() === 0) {
        fclose($listener);
        mt_srand((int) $seed + $number);
        $connection = new Connection($client, $upstream, fopen("$directory/faults-" . getmypid(), 'a'), $which);
        $connection->serve(isset($argv[6]));
        $connection->close();
        exit;
    }
    $client = null;
}

final class Connection
{
    private const FAULTS = [
        'lost and delivered late', 'kept and delivered late', 'lost and delivered late', 'kept and delivered late', 'refused', 'delivered late', 'cut before its reply', 'cut in its reply',
        'never answered', 'answered late', 'answered byte by byte', 'answered and cut',
    ];
    private const CUTS = ['refused', 'cut before its reply', 'cut in its reply', 'answered and cut'];

    /** @var resource */
    private $server;
    private string $asked = '';
    private string $answered = '';
    /** @var list<string> the actions for the next replies */
    private array $pending = [];
    private bool $mute = false;
    /** The number of faults in a thousand commands. */
    private int $rate;
    /** @var list<string> the faults in use */
    private array $kinds;

    /**
     * @param resource $client
     * @param resource $faults
     */
    public function __construct(private $client, private string $upstream, private $faults, string $which)
    {
        $only_late = $which === 'late' || $which === 'all' && mt_rand(0, 3) === 0;
        $this->rate = match (true) {
            $which === 'few' => 10,
            $which === 'cut' => 200,
            $only_late, $which === 'slow' => 300,
            default => [0, 20, 80, 200, 400][mt_rand(0, 4)],
        };
        $this->kinds = match (true) {
            $only_late => array_slice(self::FAULTS, 0, 2),
            $which === 'slow' => ['answered late'],
            $which === 'cut' => self::CUTS,
            default => self::FAULTS,
        };
        $this->server = @stream_socket_client($upstream) ?: exit;
    }

    public function serve(bool $tls): void
    {
        if ($tls && !@stream_socket_enable_crypto($this->client, true, STREAM_CRYPTO_METHOD_TLS_SERVER)) {
            return;
        }
        while (true) {
            $readable = [$this->client, $this->server, STDIN];
            $none = null;
            if (!stream_select($readable, $none, $none, 3600) || in_array(STDIN, $readable, true)) {
                return;
            }
            if (in_array($this->client, $readable, true) && !$this->read($this->client, $this->asked)
                || in_array($this->server, $readable, true) && !$this->read($this->server, $this->answered)) {
                return;
            }
            while (($end = end_of_value($this->asked, 0)) !== null) {
                $command = substr($this->asked, 0, $end);
                $this->asked = substr($this->asked, $end);
                if (!$this->command($command)) {
                    return;
                }
            }
            while (($end = end_of_value($this->answered, 0)) !== null) {
                $reply = substr($this->answered, 0, $end);
                $this->answered = substr($this->answered, $end);
                if (!$this->reply($reply)) {
                    return;
                }
            }
        }
    }

    /** Also for a process that delivers later and has a copy of it. */
    public function close(): void
    {
        @stream_socket_shutdown($this->client, STREAM_SHUT_RDWR);
        @stream_socket_shutdown($this->server, STREAM_SHUT_RDWR);
    }

    /** @param resource $stream */
    private function read($stream, string &$buffer): bool
    {
        stream_set_blocking($stream, false);
        $bytes = '';
        do {
            $more = @fread($stream, 65536);
            $bytes .= $more;
        } while ($more !== false && $more !== '');
        $buffer .= $bytes;
        stream_set_blocking($stream, true);

        return $bytes !== '' || !feof($stream);
    }

    private function draw(): string
    {
        $fault = mt_rand(0, 999) < $this->rate ? $this->kinds[mt_rand(0, count($this->kinds) - 1)] : '';
        $fault === '' || fwrite($this->faults, "$fault\n");

        return $fault;
    }

    private function command(string $command): bool
    {
        if ($this->mute) {
            return true;
        }
        $fault = $this->draw();
        switch ($fault) {
            case 'refused':
                return false;
            case 'lost and delivered late':
                $this->deliver_later($command);
                return false;
            case 'kept and delivered late':
                $this->deliver_later($command);
                $this->mute = true;
                return true;
            case 'delivered late':
                usleep(mt_rand(1_000, 900_000)); // and then in order, even if the client has gone
        }
        $this->pending[] = $fault;

        return @fwrite($this->server, $command) === strlen($command);
    }

    private function reply(string $reply): bool
    {
        // A push message is no reply.
        $fault = $reply[0] === '>' ? '' : array_shift($this->pending);
        if ($this->mute) {
            return true;
        }
        switch ($fault) {
            case 'cut before its reply':
                return false;
            case 'cut in its reply':
                @fwrite($this->client, substr($reply, 0, intdiv(strlen($reply), 2)));
                return false;
            case 'never answered':
                $this->mute = true;
                return true;
            case 'answered late':
                usleep(mt_rand(1_000, 600_000));
                break;
            case 'answered byte by byte':
                foreach (str_split($reply) as $byte) {
                    @fwrite($this->client, $byte);
                    usleep(100);
                }
                return true;
        }

        return @fwrite($this->client, $reply) === strlen($reply) && $fault !== 'answered and cut';
    }

    /** Forks a process that delivers the command later. */
    private function deliver_later(string $command): void
    {
        $delay = mt_rand(1_000, mt_rand(0, 3) ? 200_000 : 4_000_000);
        if (pcntl_fork() === 0) {
            usleep($delay);
            $server = @stream_socket_client($this->upstream) ?: pcntl_exec('/bin/true');
            fwrite($server, $command);
            stream_set_timeout($server, 5);
            fgets($server);
            pcntl_exec('/bin/true'); // ends without a word on its parent's connection
        }
    }
}

/** Returns the end of the RESP value that begins at `$at`, or null if it is incomplete. */
function end_of_value(string $bytes, int $at): ?int
{
    $line = strpos($bytes, "\r\n", $at);
    if ($line === false) {
        return null;
    }
    $count = (int) substr($bytes, $at + 1, $line - $at - 1);
    $end = $line + 2;
    if (in_array($bytes[$at], ['$', '='], true)) {
        $end += $count < 0 ? 0 : $count + 2;
        return strlen($bytes) < $end ? null : $end;
    }
    $items = match ($bytes[$at]) {
        '*', '~', '>' => max(0, $count),
        '%' => 2 * $count,
        default => 0,
    };
    for (; $items > 0 && $end !== null; $items--) {
        $end = $end < strlen($bytes) ? end_of_value($bytes, $end) : null;
    }

    return $end;
}
