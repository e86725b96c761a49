<?php

/**
 * Many locks held and renewed at once: what the background thread costs.
 *
 *     renewal.php SOCKET [SECONDS [LOCKS [TTL]]]
 *
 * run.sh starts the server and calls this with the extension loaded; README.md says what the numbers mean.
 */

declare(strict_types=1);

require __DIR__ . '/figure.php';

[, $socket] = $argv;
$seconds = (float) ($argv[2] ?? 60);
$count = (int) ($argv[3] ?? 1_000);
$ttl = (float) ($argv[4] ?? 30);

/** Nanoseconds that the thread of this name has run. */
function thread_nanoseconds(string $name): int
{
    foreach (glob('/proc/self/task/*/comm') as $file) {
        if (trim(file_get_contents($file)) === $name) {
            return (int) file_get_contents(dirname($file) . '/schedstat');
        }
    }
    throw new RuntimeException("there is no thread $name");
}

/** @param resource $server */
function info($server, string $section): string
{
    fwrite($server, "INFO $section\r\n");
    $line = (string) fgets($server);

    return (string) stream_get_contents($server, (int) substr($line, 1) + 2);
}

function number(string $info, string $name): int
{
    return preg_match("/^$name:(?:calls=)?(\d+)/m", $info, $found) ? (int) $found[1] : 0;
}

$server = stream_socket_client("unix://$socket");
$locks = [];
for ($n = 0; $n < $count; $n++) {
    $locks[$n] = new RedisLock("bench:renewal:$n", ttl: $ttl, server: "unix://$socket", autoRenew: true);
    $locks[$n]->tryAcquire() || throw new RuntimeException("lock $n is held");
}

$before = [thread_nanoseconds('redislock'), number(info($server, 'stats'), 'total_reads_processed'), RedisLock::stats()['renewed']];
fwrite($server, "CONFIG RESETSTAT\r\n");
fgets($server);
$start = hrtime(true);
for ($end = $start + (int) ($seconds * 1e9); ($left = $end - hrtime(true)) > 0;) {
    usleep((int) ($left / 1e3));
}
$elapsed = (hrtime(true) - $start) / 1e9;
$stats = info($server, 'commandstats');
$cpu = (thread_nanoseconds('redislock') - $before[0]) / 1e9 / $elapsed;
$renewed = RedisLock::stats()['renewed'] - $before[2];
$reads = number(info($server, 'stats'), 'total_reads_processed');
$held = count(array_filter($locks, fn(RedisLock $lock) => $lock->isHeld()));

printf("%d locks of %g s, renewed for %.0f s\n\n", $count, $ttl, $elapsed);
printf("  held at the end          %d, lost %d\n", $held, RedisLock::stats()['lost']);
printf("  renewals a second        %.1f (at a third of the ttl: %.1f)\n", $renewed / $elapsed, $count / ($ttl / 3));
printf("  commands a second        %.1f\n", number($stats, 'cmdstat_evalsha') / $elapsed);
printf("  renewals a packet        %.0f\n", $renewed / max(1, $reads));
printf("  CPU of the thread        %.3f %% of a core\n", 100 * $cpu);
figure("renewal: $count locks of $ttl s: CPU of the thread", 100 * $cpu, '% of a core');
figure("renewal: $count locks of $ttl s: commands a second", number($stats, 'cmdstat_evalsha') / $elapsed);
if ($held !== $count) {
    exit(1);
}
