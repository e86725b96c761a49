<?php

declare(strict_types=1);

/**
 * One process of the demo. A reader reads the report until the last rebuild, the writer rebuilds it; a caller calls the provider
 * for two seconds. At its end each says what it has seen.
 */

require __DIR__ . '/../lib/bootstrap.php';

const REBUILDS = 15;

[, $role, $socket, $recipe, $directory] = $argv;
$redis = new TinyRedis($socket);
$server = "unix://$socket";

/** Runs the work with a lock, or without. */
$under = fn(bool $shared, callable $work): mixed => $recipe === 'no lock'
    ? $work()
    : (new RedisLock('report', ttl: 5.0, wait: 10.0, server: $server, shared: $shared))->synchronized($work);

echo "ready\n";
fgets(STDIN);

switch (strtok($role, ' ')) {
    case 'writer':
        for ($rebuild = 1; $rebuild <= REBUILDS; $rebuild++) {
            $under(false, function () use ($directory, $rebuild): void {
                file_put_contents("$directory/rows", $rebuild);
                usleep(10_000); // the second part takes its time
                file_put_contents("$directory/total", $rebuild);
            });
            usleep(20_000);
        }
        $redis->setnx("$recipe: rebuilt", '1');
        echo $rebuild - 1, "\n";
        break;

    case 'reader':
        $read = $torn = $most = 0;
        while ($redis->get("$recipe: rebuilt") === null) {
            $parts = $under(true, function () use ($directory, $redis, &$most): array {
                $most = max($most, (int) $redis->eval("return redis.call('INCR', KEYS[1])", 'readers'));
                $rows = file_get_contents("$directory/rows");
                usleep(2_000);
                $parts = [$rows, file_get_contents("$directory/total")];
                $redis->eval("return redis.call('DECR', KEYS[1])", 'readers');
                return $parts;
            });
            $read++;
            $torn += $parts[0] === $parts[1] ? 0 : 1;
        }
        echo "$read $torn $most\n";
        break;

    case 'caller':
        $weight = (int) strtok(' ');
        $slots = new RedisSemaphore('provider', permits: 5, ttl: 5.0, wait: 10.0, server: $server, weight: $weight);
        $calls = $most = 0;
        for ($end = microtime(true) + 2.0; microtime(true) < $end;) {
            $slots->synchronized(function () use ($redis, $weight, &$most): void {
                $most = max($most, (int) $redis->eval("return redis.call('INCRBY', KEYS[1], ARGV[1])", 'calls', (string) $weight));
                usleep(5_000); // the call
                $redis->eval("return redis.call('DECRBY', KEYS[1], ARGV[1])", 'calls', (string) $weight);
            });
            $calls++;
        }
        echo "$calls $most\n";
        break;
}
