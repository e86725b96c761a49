<?php

/**
 * A cycle (acquire and release) on five servers, against one, and with two of the five dead.
 *
 *     quorum.php SOCKET REDIS_SERVER DIRECTORY [CYCLES]
 *
 * run.sh starts the first server and calls this with the extension loaded; README.md says what the numbers mean.
 */

declare(strict_types=1);

require __DIR__ . '/quorum-waiting.php';

const ROUNDS = 15;

[, $socket, $program, $directory] = $argv;
$cycles = (int) ($argv[4] ?? 2_000);

/** @return array{resource, string} the process and its address */
function server(string $program, string $directory, int $number): array
{
    $socket = "$directory/quorum-$number.sock";
    $log = ['file', "$directory/quorum-$number.log", 'w'];
    $command = [$program, '--port', '0', '--unixsocket', $socket, '--dir', $directory, '--save', '', '--appendonly', 'no'];
    $process = proc_open($command, [['pipe', 'r'], $log, $log], $pipes) ?: throw new RuntimeException("cannot start $program");
    for ($end = hrtime(true) + 10_000_000_000; !@stream_socket_client("unix://$socket"); usleep(10_000)) {
        hrtime(true) < $end || throw new RuntimeException("$program does not start");
    }
    return [$process, "unix://$socket"];
}

/** Nanoseconds a cycle, the median of many. */
function measure(RedisLock $lock, int $cycles): float
{
    $times = [];
    for ($n = 0; $n < $cycles; $n++) {
        $start = hrtime(true);
        $lock->tryAcquire() || throw new RuntimeException('the lock is held');
        $lock->release() || throw new RuntimeException('the lock was lost');
        $times[] = hrtime(true) - $start;
    }
    sort($times);
    return (float) $times[intdiv($cycles, 2)];
}

/** The same two commands a cycle over bare sockets: all written, then all read. */
function measureBare(array $addresses, int $cycles): float
{
    $streams = array_map(fn(string $address) => stream_socket_client($address), $addresses);
    $script = 'return redis.call("get",KEYS[1])==ARGV[1] and redis.call("del",KEYS[1]) or 0';
    $sha = sha1($script);
    $token = str_repeat('f', 32);
    foreach ($streams as $stream) {
        fwrite($stream, "*3\r\n$6\r\nSCRIPT\r\n$4\r\nLOAD\r\n$" . strlen($script) . "\r\n$script\r\n");
        fgets($stream);
        fgets($stream);
    }
    $times = [];
    for ($n = 0; $n < $cycles; $n++) {
        $start = hrtime(true);
        foreach (["SET bare $token NX PX 30000\r\n", "EVALSHA $sha 1 bare $token\r\n"] as $command) {
            foreach ($streams as $stream) {
                fwrite($stream, $command);
            }
            foreach ($streams as $stream) {
                fgets($stream);
            }
        }
        $times[] = hrtime(true) - $start;
    }
    sort($times);
    return (float) $times[intdiv($cycles, 2)];
}

/** The median of the ratios of two, measured in turns. */
function compare(string $what, RedisLock $one, RedisLock $other, int $cycles): void
{
    $ratios = $times = [];
    for ($round = 0; $round < ROUNDS; $round++) {
        $times[] = [measure($one, $cycles), measure($other, $cycles)];
        $ratios[] = end($times)[0] / end($times)[1];
    }
    array_shift($ratios); // the first connects
    sort($ratios);
    $median = fn(array $values) => [sort($values), $values[intdiv(count($values), 2)]][1] / 1e3;
    printf("  %-38s %.2f x   (%.0f µs, %.0f µs)\n", $what, $ratios[intdiv(count($ratios), 2)], $median(array_column($times, 0)), $median(array_column($times, 1)));
    figure("quorum: $what", $ratios[intdiv(count($ratios), 2)]);
}

$servers = [];
try {
    for ($number = 0; $number < 8; $number++) {
        $servers[] = server($program, $directory, $number);
    }
    $addresses = array_column($servers, 1);
    $five = array_slice($addresses, 0, 5);
    $most = [...array_slice($addresses, 0, 3), ...array_slice($addresses, 5, 2)];
    // Each with a key of its own: what the last servers are told late is not to be in the way of the other's next cycle.
    $lock = fn(string|array $server) => new RedisLock('bench:' . bin2hex(random_bytes(4)), server: $server);
    compare('five servers, against one', $lock($five), $lock("unix://$socket"), $cycles);
    compare('three servers, against one', $lock(array_slice($addresses, 0, 3)), $lock("unix://$socket"), $cycles);
    for ($round = 0; $round < ROUNDS; $round++) {
        $bare[] = measureBare($five, $cycles) / measureBare(["unix://$socket"], $cycles);
    }
    sort($bare);
    printf("  %-38s %.2f x\n", 'the same over bare sockets', $bare[intdiv(ROUNDS, 2)]);
    waiting_on(array_slice($addresses, 0, 3));
    foreach ([5, 6] as $dead) {
        proc_terminate($servers[$dead][0], 9);
    }
    usleep(100_000);
    compare('two of five dead, against all alive', $lock($most), $lock($five), $cycles);
} finally {
    foreach ($servers as [$process]) {
        proc_terminate($process, 9);
    }
}
