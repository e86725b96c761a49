<?php

declare(strict_types=1);

/**
 * The command that `redislock exec` runs for client.php: command.php <JSON>. It asks again and again whether the lock is held. The JSON
 * object is the client's, with process, kind, isShared, weight and ttl (seconds).
 */

require_once __DIR__ . '/../php-tests/inc/time.php';
require_once __DIR__ . '/locks.php';
require_once __DIR__ . '/Recorder.php';

$traits = json_decode($argv[1], true, flags: JSON_THROW_ON_ERROR);
$recorder = new Recorder($traits['folder'], $traits['process'], 1);
$keys = explode(',', getenv('REDISLOCK_KEY'));
$token = getenv('REDISLOCK_TOKEN');
$fences = getenv('REDISLOCK_FENCE');
$fences = $fences === false ? [] : ['fences' => array_combine($keys, array_map(intval(...), explode(',', $fences)))];
$recorder->end('acquired', ['token' => $token] + $fences);
pcntl_async_signals(true);
pcntl_signal(SIGTERM, function () use ($recorder) { // after a loss
    $recorder->begin('leave');
    exit(1);
});

$options = ['token' => $token, 'ttl' => $traits['ttl'], 'server' => $traits['address'], 'autoRenew' => false, 'autoRelease' => false];
$lock = match (true) {
    $traits['kind'] === 'permits' => RedisSemaphore::restore(...$options + ['key' => $keys[0], 'permits' => ALL_PERMITS, 'weight' => $traits['weight']]),
    count($keys) > 1 => RedisMultiLock::restore(...$options + ['keys' => $keys]),
    default => RedisLock::restore(...$options + ['key' => $keys[0], 'shared' => $traits['isShared']]),
};
$end = now() + mt_rand(1, mt_rand(0, 3) ? 50 : 1_000) / 1e3;
do {
    $recorder->begin('check');
    try {
        $recorder->end($lock->isOwned() ? 'owned' : 'gone');
    } catch (RedisLockException) {
        $recorder->end('failed');
    }
    for ($times = mt_rand(1, 5); $times > 0 && $recorder->ask($lock); $times--) {
        usleep(mt_rand(100, 10_000));
    }
} while ($lock->getRemaining() > 0.0 && now() < $end);
$recorder->begin('leave');
