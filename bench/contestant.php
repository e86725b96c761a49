<?php

/**
 * The contestants in PHP: contestant.php CLIENT PORT|SOCKET KEY TTL_MS SCRIPT
 *
 * Answers each line "run N" with the nanoseconds that N cycles took, like hiredis.c. Each client has its loop
 * written out, so that none pays for a function call that its users would not make.
 */

declare(strict_types=1);

function phpredis(string $address): Redis
{
    $redis = new Redis();
    $address[0] === '/' ? $redis->connect($address) : $redis->connect('127.0.0.1', (int) $address);
    return $redis;
}

[, $client, $address, $key, $ttl, $script] = $argv;
$ttl = (int) $ttl;

switch ($client) {
    case 'redislock':
    case 'redislock-unconfirmed':
        $lock = new RedisLock(
            $key,
            ttl: $ttl / 1000,
            server: $address[0] === '/' ? "unix://$address" : "redis://127.0.0.1:$address",
            confirmRelease: $client === 'redislock',
        );
        $run = static function (int $cycles) use ($lock): void {
            for ($i = 0; $i < $cycles; $i++) {
                $lock->acquire() === true || throw new RuntimeException('not acquired');
                $lock->release() === true || throw new RuntimeException('not released');
            }
        };
        break;

    case 'phpredis-eval':
        $redis = phpredis($address);
        $run = static function (int $cycles) use ($redis, $key, $ttl, $script): void {
            for ($i = 0; $i < $cycles; $i++) {
                $token = bin2hex(random_bytes(16));
                $redis->set($key, $token, ['nx', 'px' => $ttl]) === true || throw new RuntimeException('not acquired');
                $redis->eval($script, [$key, $token], 1) === 1 || throw new RuntimeException('not released');
            }
        };
        break;

    case 'phpredis-evalsha':
        $redis = phpredis($address);
        $sha = $redis->script('load', $script);
        $run = static function (int $cycles) use ($redis, $key, $ttl, $sha): void {
            for ($i = 0; $i < $cycles; $i++) {
                $token = bin2hex(random_bytes(16));
                $redis->set($key, $token, ['nx', 'px' => $ttl]) === true || throw new RuntimeException('not acquired');
                $redis->evalSha($sha, [$key, $token], 1) === 1 || throw new RuntimeException('not released');
            }
        };
        break;

    default:
        fwrite(STDERR, "unknown client $client\n");
        exit(2);
}

while (sscanf((string) fgets(STDIN), 'run %d', $cycles) === 1) {
    $start = hrtime(true);
    $run($cycles);
    echo hrtime(true) - $start, "\n";
}
