<?php
/**
 * The stress test of one of many threads: it acquires, renews, waits, loses and aborts. See run.sh.
 * Every thread counts under a lock; run.sh checks that no count was lost and no lock was left.
 */

declare(strict_types=1);

const ROUNDS = 60;
$socket = getenv('REDISLOCK_SOCKET');
ini_set('redislock.server', "unix://$socket");

/** One command to the server, and its reply's first line, or the bulk's. */
function redis(string ...$command): string
{
    static $connection;
    $connection ??= stream_socket_client('unix://' . getenv('REDISLOCK_SOCKET'), timeout: 5);
    fwrite($connection, '*' . count($command) . "\r\n" . implode('', array_map(fn($part) => '$' . strlen($part) . "\r\n$part\r\n", $command)));
    $line = rtrim((string) fgets($connection));

    return $line[0] === '$' && $line !== '$-1' ? rtrim((string) fgets($connection)) : $line;
}

function check(bool $holds, string $what): void
{
    if (!$holds) {
        fwrite(STDERR, 'thread ' . THREAD . ": $what\n");
        exit(1);
    }
}
defined('STDERR') || define('STDERR', fopen('php://stderr', 'w'));

for ($round = 0; $round < ROUNDS; $round++) {
    // All wait for one lock, and count in two steps that only a lock keeps together.
    $shared = new RedisLock('threads:shared', ttl: 20.0, wait: 60.0, autoRenew: $round % 2 === 0);
    check($shared->acquire(), 'has not got the lock that all wait for');
    $count = (int) redis('GET', 'count');
    redis('SET', 'count', (string) ($count + 1));
    $shared->release();

    $own = 'threads:own:' . THREAD;
    switch ($round % 4) {
        case 0: // renewed for longer than its lease
            $lock = new RedisLock($own, ttl: 0.3, autoRenew: true);
            check($lock->tryAcquire(), 'has not got its own lock');
            usleep(700_000);
            check($lock->isHeld(), 'has lost a lock that is renewed');
            $lock->release();
            break;
        case 1: // lost, and noticed
            $lock = new RedisLock($own, ttl: 0.3, autoRenew: true);
            check($lock->tryAcquire(), 'has not got its own lock');
            redis('DEL', $own);
            for ($end = hrtime(true) + 10e9; $lock->isHeld() && hrtime(true) < $end;) {
                usleep(5_000);
            }
            check(!$lock->isHeld(), 'has not noticed a loss');
            break;
        case 2: // thrown into this thread's code, and into no other's
            $lock = new RedisLock($own, ttl: 0.3, autoRenew: true, abortOnLoss: true);
            try {
                $lock->synchronized(function () use ($own) {
                    redis('DEL', $own);
                    for ($end = hrtime(true) + 10e9; hrtime(true) < $end;) {
                        usleep(5_000);
                    }
                });
                check(false, 'a loss was not thrown');
            } catch (RedisLockLostException $lost) {
                check(str_contains($lost->getMessage(), $own), 'got another lock\'s loss: ' . $lost->getMessage());
            }
            break;
        case 3: // waited for in vain
            $holder = new RedisLock($own, ttl: 20.0);
            check($holder->tryAcquire(), 'has not got its own lock');
            check(!(new RedisLock($own, wait: 0.05))->acquire(), 'has got a lock twice');
            $holder->release();
    }
}
exit(0);
