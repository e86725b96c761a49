<?php

declare(strict_types=1);

/** Sends signals, without the price of a new process for each. */
final class SignalSender
{
    private const LOOP = 'while read -r signal process; do kill -s "$signal" "$process"; echo "$?"; done';

    /** @var resource */
    private $process;

    /** @var array<int, resource> */
    private array $pipes = [];

    public function __construct()
    {
        $this->process = proc_open(['sh', '-c', self::LOOP], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes)
            ?: throw new RuntimeException('cannot start a shell');
        $this->pipes = $pipes;
    }

    /** @param string $signal its name: `ALRM` */
    public function send(string $signal, int|PhpChild $to): void
    {
        $to = $to instanceof PhpChild ? $to->processId() : $to;
        fwrite($this->pipes[0], "$signal $to\n");
        fgets($this->pipes[1]) === "0\n" || throw new RuntimeException("cannot send SIG$signal to $to");
    }
}

/** Waits until a process waits for a lock: with a seat, asleep in the queue, or after `$commands` commands of sleep and retry. */
function await_waiting(RedisServer $redis, int $commands = 2): void
{
    $before = array_sum($redis->commands());
    await('a waiter', function () use ($redis, $commands, $before) {
        $count = array_sum($redis->commands());
        $clients = $redis->ask('CLIENT', 'LIST');
        return match (1) {
            preg_match('/^id=.* flags=\w*b.* cmd=blpop\b/m', $clients) => true,
            // The background thread has such a connection, too.
            preg_match('/^id=.* flags=\w*t.* cmd=eval/m', $clients) => $redis->seats() !== [],
            preg_match('/^id=.* resp=3\b/m', $clients) => false, // on its way into the queue
            default => $count >= $before + $commands,
        };
    });
}

/** Delays the writes of all clients until CLIENT UNPAUSE. */
function pause_writes(RedisServer $redis): void
{
    $redis->ask('CLIENT', 'PAUSE', '3600000', 'WRITE');
}

/** Deletes a key and delays all writes, so that a watcher's attempt awaits its reply. */
function release_and_pause_writes(RedisServer $redis, string $key): void
{
    $redis->ask('MULTI');
    $redis->ask('DEL', $key);
    pause_writes($redis);
    $redis->ask('EXEC');
}

/** Returns the number of clients that await the reply to a write. */
function paused_writes(RedisServer $redis): int
{
    return preg_match_all('/^id=.* flags=\w*b/m', $redis->ask('CLIENT', 'LIST'));
}

function await_paused_write(RedisServer $redis): void
{
    await('a client whose command waits', fn() => paused_writes($redis) > 0);
}
