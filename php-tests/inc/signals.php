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

/** Awaits the end of the first attempts of a process that is about to wait for a lock. */
function await_waiting(RedisServer $redis, int $commands = 2): void
{
    $before = array_sum($redis->commands());
    await('a waiter', fn() => array_sum($redis->commands()) >= $before + $commands);
}

/** Keeps every write of every client waiting for its reply, until the server is told to go on: CLIENT UNPAUSE. */
function pause_writes(RedisServer $redis): void
{
    $redis->ask('CLIENT', 'PAUSE', '3600000', 'WRITE');
}

function await_paused_write(RedisServer $redis): void
{
    await('a client whose command waits', fn() => preg_match('/^id=.* flags=\w*b/m', $redis->ask('CLIENT', 'LIST')) === 1);
}
