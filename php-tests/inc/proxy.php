<?php

declare(strict_types=1);

/**
 * The process behind FaultProxy: proxy.php <address to listen on> <upstream address, or empty>.
 *
 * Requests come by standard input, a line of JSON each, and are acknowledged by a line. Ends with its standard input.
 */

[, $socket, $upstream] = $argv;
$listener = stream_socket_server($socket, $code, $message) ?: exit("cannot listen: $message\n");
$rules = [];
$seen = [];
/** @var list<list<string>> */
$kept = [];
/** @var array<int, Client> */
$clients = [];

final class Client
{
    public string $input = '';
    /** @var resource|null the connection to the server */
    public $server = null;
    public bool $mute = false;
    public bool $wasUsed = false;
    /** @var list<array{float, string}> the times and bytes to send later */
    public array $late = [];
    /** The bytes that it is sent without end. */
    public string $flood = '';
    /** The replies that are kept until the test asks for them. */
    public string $held = '';
    private string $unsent = '';

    /** @param resource $stream */
    public function __construct(public $stream) {}

    /** Sends it, behind what is sent later. */
    public function send(string $bytes): void
    {
        if ($this->flood !== '') {
            $this->unsent .= $bytes;
        } elseif ($this->late) {
            $this->late[] = [end($this->late)[0], $bytes];
        } else {
            @fwrite($this->stream, $bytes);
        }
    }

    public function send_flood(): void
    {
        stream_set_blocking($this->stream, false);
        if (strlen($this->unsent) < 500_000) { // more than the kernel takes at a time: never a moment's rest
            $this->unsent .= str_repeat($this->flood, 30_000);
        }
        $sent = @fwrite($this->stream, $this->unsent);
        $this->unsent = substr($this->unsent, (int) $sent);
    }

    public function send_late(): void
    {
        while ($this->late && $this->late[0][0] <= hrtime(true) / 1e9) {
            @fwrite($this->stream, array_shift($this->late)[1]);
        }
    }

    /** The next whole command, taken out of the input. */
    public function next(): ?array
    {
        if (!preg_match('/^\*(\d+)\r\n/', $this->input, $found)) {
            return null;
        }
        $at = strlen($found[0]);
        $arguments = [];
        for ($n = 0; $n < $found[1]; $n++) {
            if (!preg_match('/\G\$(\d+)\r\n/', $this->input, $length, 0, $at)) {
                return null;
            }
            $at += strlen($length[0]);
            if (strlen($this->input) < $at + $length[1] + 2) {
                return null;
            }
            $arguments[] = substr($this->input, $at, (int) $length[1]);
            $at += $length[1] + 2;
        }
        $this->input = substr($this->input, $at);
        return $arguments;
    }
}

/** Sends a command to the server. */
function ask(Client $client, array $arguments, string $upstream): void
{
    $client->server ??= @stream_socket_client($upstream) ?: exit("no server\n");
    $request = '*' . count($arguments) . "\r\n";
    foreach ($arguments as $argument) {
        $request .= '$' . strlen($argument) . "\r\n$argument\r\n";
    }
    @fwrite($client->server, $request); // the server may have closed the connection
}

/** Sends a command to the server and returns the bytes of its reply. */
function forward(Client $client, array $arguments, string $upstream): string
{
    ask($client, $arguments, $upstream);
    return reply($client->server);
}

/** The next reply, and the pushes of RESP3 that come before it. */
function reply($server): string
{
    return value((string) fgets($server), $server);
}

/** Reads the rest of a reply that begins with this line. */
function value(string $line, $server): string
{
    $count = (int) substr($line, 1);
    $items = fn(int $count) => implode('', array_map(fn() => reply($server), $count > 0 ? range(1, $count) : []));
    return match ($line[0] ?? '') {
        '$', '=' => $line . ($count < 0 ? '' : stream_get_contents($server, $count + 2)),
        '*', '~' => $line . $items($count),
        '%' => $line . $items(2 * $count),
        '>' => $line . $items($count) . reply($server),
        default => $line,
    };
}

/** Passes on a push that came without a command, or the reply to a pop; false when the server has closed the connection. */
function pass_on(Client $client): bool
{
    $line = (string) fgets($client->server);
    if ($line === '') {
        return false;
    }
    $bytes = match ($line[0]) {
        '>' => $line . implode('', array_map(fn() => reply($client->server), range(1, (int) substr($line, 1)))),
        default => value($line, $client->server),
    };
    if (!$client->mute) {
        $client->send($bytes);
    }
    return true;
}

/** Returns whether the stream has input, because the handling of a command may have read it. */
function has_input($stream): bool
{
    $readable = [$stream];
    $none = null;

    return is_resource($stream) && stream_select($readable, $none, $none, 0) > 0;
}

/** Handles a command; false when the connection is to be closed. */
function handle(Client $client, array $arguments): bool
{
    global $rules, $seen, $kept, $upstream;
    $seen[] = $arguments;
    if ($client->mute) {
        return true;
    }
    $action = 'pass';
    $detail = '';
    foreach ($rules as $number => $rule) {
        if (in_array($rule['on'], ['*', strtoupper($arguments[0]), strtoupper($arguments[0]) . ' ' . count($arguments)], true)) {
            ['do' => $action, 'detail' => $detail] = $rule;
            if (!isset($rule['always'])) {
                unset($rules[$number]);
            }
            break;
        }
    }
    $detail = base64_decode($detail);
    if ($action === 'once' && $client->wasUsed) {
        return false;
    }
    $client->wasUsed = true;
    if ($action === 'pass' && $upstream !== '' && strtoupper($arguments[0]) === 'BLPOP') {
        ask($client, $arguments, $upstream); // its reply may be long in coming
        return true;
    }
    $forwarded = $upstream !== '' && !in_array($action, ['refuse', 'say', 'pieces', 'keep', 'lose'], true);
    $reply = $forwarded ? forward($client, $arguments, $upstream) : '';
    switch ($action) {
        case 'close':
            usleep((int) ((float) $detail * 1e6));
            return false;
        case 'refuse':
            return false;
        case 'keep':
        case 'lose':
            $kept[] = $arguments;
            $client->mute = true;
            return $action === 'keep';
        case 'hang':
            $client->mute = true;
            return true;
        case 'half':
            @fwrite($client->stream, substr($reply, 0, intdiv(strlen($reply), 2)));
            return false;
        case 'split':
            foreach (str_split($reply) as $byte) {
                if (@fwrite($client->stream, $byte) !== 1) {
                    return false; // the client has gone
                }
                usleep((int) ($detail * 1e6));
            }
            return true;
        case 'pieces':
            foreach (explode('|', $detail) as $piece) {
                @fwrite($client->stream, $piece);
                usleep(100);
            }
            return true;
        case 'drown':
            $client->flood = $detail;
            return true;
        case 'flood':
            $client->send($reply);
            $client->flood = $detail;
            return true;
        case 'hold':
            $client->held .= $reply;
            return true;
        case 'signal':
            $client->held .= $reply;
            exec('kill -USR1 ' . (int) $detail);
            return true;
        case 'suspend':
            $client->held .= $reply;
            [$process, $seconds] = explode(' ', $detail);
            exec("kill -STOP $process; (sleep $seconds; kill -CONT $process) </dev/null >/dev/null 2>&1 &");
            return true;
        case 'delay':
            usleep((int) ($detail * 1e6));
            break;
        case 'late':
            $client->late[] = [hrtime(true) / 1e9 + (float) $detail, $reply];
            return true;
        case 'say':
            $reply = $detail;
            break;
    }
    $client->send($reply);
    return $action !== 'last';
}

function control(array $request): string
{
    global $rules, $seen, $kept, $upstream, $clients;
    switch ($request['do']) {
        case 'deliver':
            $count = count($kept);
            foreach ($kept as $arguments) {
                forward(new Client(null), $arguments, $upstream);
            }
            $kept = [];
            return (string) $count;
        case 'send kept replies':
            foreach ($clients as $client) {
                $client->send($client->held);
                $client->held = '';
            }
            return 'done';
        case 'send':
            foreach ($clients as $client) {
                $client->send(base64_decode($request['bytes']));
            }
            return 'done';
        case 'lead':
            $upstream = $request['to'];
            return 'done';
        case 'seen':
            $answer = json_encode(array_map(fn(array $arguments) => array_map(base64_encode(...), $arguments), $seen), JSON_THROW_ON_ERROR);
            $seen = [];
            return $answer;
        case 'reset':
            $rules = [];
            return 'done';
        default:
            $rules[] = $request;
            return 'done';
    }
}

echo 'ready ', stream_socket_get_name($listener, false), "\n";
while (true) {
    $servers = array_filter(array_map(fn(Client $client) => $client->server, $clients));
    $readable = [STDIN, $listener, ...array_map(fn(Client $client) => $client->stream, $clients), ...$servers];
    $none = null;
    $late = array_map(fn(Client $client) => $client->late[0][0], array_filter($clients, fn(Client $client) => $client->late !== []));
    $pause = $late ? max(0.0, min($late) - hrtime(true) / 1e9) : 3600.0;
    $writable = array_map(fn(Client $client) => $client->stream, array_filter($clients, fn(Client $client) => $client->flood !== ''));
    stream_select($readable, $writable, $none, (int) $pause, (int) (fmod($pause, 1.0) * 1e6) + 1);
    foreach ($writable as $stream) {
        $clients[(int) $stream]->send_flood();
    }
    foreach ($clients as $client) {
        $client->send_late();
    }
    foreach ($readable as $stream) {
        if ($stream === STDIN) {
            $line = fgets(STDIN);
            if ($line === false) {
                exit;
            }
            echo control(json_decode($line, true, flags: JSON_THROW_ON_ERROR)), "\n";
        } elseif ($stream === $listener) {
            $accepted = stream_socket_accept($listener);
            $clients[(int) $accepted] = new Client($accepted);
        } elseif (($number = array_search($stream, $servers, true)) !== false) {
            if (isset($clients[$number]) && has_input($stream) && !pass_on($clients[$number])) {
                fclose($clients[$number]->stream);
                unset($clients[$number]);
            }
        } elseif (isset($clients[(int) $stream])) {
            $client = $clients[(int) $stream];
            $bytes = @fread($stream, 65536);
            $open = $bytes !== false && $bytes !== '';
            $client->input .= $bytes;
            while ($open && ($arguments = $client->next()) !== null) {
                $open = handle($client, $arguments);
            }
            if (!$open) {
                unset($clients[(int) $stream]);
                fclose($stream);
            }
            $client = null; // or its connection to the server would outlive it
        }
    }
}
