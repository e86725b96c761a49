<?php

declare(strict_types=1);

/**
 * Writes the order in which one server has executed its writes: witness.php <its Unix socket> <folder> <name> <keys as JSON>. It asks for the
 * server's replication stream, which has the effects only: an attempt that took nothing is not there, and an expiry is a DEL.
 * The time of a line is that of its arrival, so the effect was earlier. Ends with its standard input.
 */

require_once __DIR__ . '/Recorder.php';

[, $socket, $folder, $name, $keys] = $argv;
$recorder = new Recorder($folder, $name);
$keys = array_fill_keys(json_decode($keys, true, flags: JSON_THROW_ON_ERROR), true);
for ($first = true; ; $first = false) {
    $stream = @stream_socket_client($socket);
    if ($stream && fwrite($stream, "SYNC\r\n") && skip_snapshot($stream)) {
        $recorder->write('synced');
        $first && print "ready\n";
        follow($stream, $keys, $recorder);
        $recorder->write('gap');
    }
    if (is_over(5_000)) {
        exit;
    }
}

/** Reads the snapshot, `$<bytes>` and so many bytes, which is ahead of the stream. */
function skip_snapshot($stream): bool
{
    do {
        $line = fgets($stream);
    } while ($line === "\n"); // the server prepares it
    if ($line === false || $line[0] !== '$') {
        return false;
    }
    for ($left = (int) substr($line, 1); $left > 0; $left -= strlen($bytes)) {
        $bytes = fread($stream, min($left, 65_536));
        if ($bytes === '' || $bytes === false) {
            return false;
        }
    }
    return true;
}

function is_over(int $microseconds): bool
{
    $readable = [STDIN];
    $none = null;

    return stream_select($readable, $none, $none, 0, $microseconds) > 0;
}

/** Writes each command about one of the keys, until the connection ends. */
function follow($stream, array $keys, Recorder $recorder): void
{
    stream_set_blocking($stream, false);
    $buffer = '';
    while (true) {
        $readable = [$stream, STDIN];
        $none = null;
        stream_select($readable, $none, $none, null);
        if (in_array(STDIN, $readable, true)) {
            exit;
        }
        $bytes = fread($stream, 65_536);
        if ($bytes === '' || $bytes === false) {
            if (feof($stream)) {
                return;
            }
            continue;
        }
        $buffer .= $bytes;
        for ($at = 0; ($command = command($buffer, $at)) !== null; ) {
            if (isset($keys[$command[1] ?? ''])) {
                $recorder->write('write', ['command' => $command]);
            }
        }
        $buffer = substr($buffer, $at);
    }
}

/** @return list<string>|null the command that begins at `$at`, which moves behind it */
function command(string $buffer, int &$at): ?array
{
    if (preg_match('/\G\n*\*(\d+)\r\n/', $buffer, $found, 0, $at) !== 1) {
        return null;
    }
    $next = $at + strlen($found[0]);
    $command = [];
    for ($left = (int) $found[1]; $left > 0; $left--) {
        if (preg_match('/\G\$(\d+)\r\n/', $buffer, $found, 0, $next) !== 1 || strlen($buffer) < $next + strlen($found[0]) + (int) $found[1] + 2) {
            return null;
        }
        $command[] = substr($buffer, $next + strlen($found[0]), (int) $found[1]);
        $next += strlen($found[0]) + (int) $found[1] + 2;
    }
    $at = $next;

    return $command;
}
