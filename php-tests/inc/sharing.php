<?php

declare(strict_types=1);

/** Processes that share the lock `k`, or wait until they may. */
const SHARER = <<<'PHP'
    [, $address, $options] = $argv;
    $options = unserialize($options) + ['key' => 'k', 'wait' => 60.0, 'ttl' => 60.0, 'server' => $address];
    $lock = isset($options['permits']) ? new RedisSemaphore(...$options) : new RedisLock(...$options);
    while (($order = hear()) !== '') {
        if ($order === 'release') {
            say('released', $lock->release());
        } else {
            $acquired = $lock->acquire($order === 'wait' ? null : (float) $order);
            printf("%s %d\n", $acquired ? 'in' : 'not', hrtime(true));
        }
    }
    PHP;

/** @param array $options of RedisLock, or with `permits` of RedisSemaphore */
function sharer(RedisServer $redis, array $options, bool $killed = false): PhpChild
{
    return PhpChild::start(SHARER, [$redis->address, serialize($options)], killed: $killed);
}

function reader(RedisServer $redis, bool $killed = false): PhpChild
{
    return sharer($redis, ['shared' => true], $killed);
}

function writer(RedisServer $redis, bool $killed = false): PhpChild
{
    return sharer($redis, [], $killed);
}

/** Starts waiters one after the other while another client holds the lock. The first two get seats, the others sleep. */
function enqueue_sharers(RedisServer $redis, PhpChild ...$waiters): void
{
    if (!has_waiters($redis)) {
        // A waiter that pops what an earlier crowd has left has no seat of its own.
        $redis->ask('DEL', '{k}:redislock:seat1', '{k}:redislock:seat2', '{k}:redislock:vacant');
    }
    foreach ($waiters as $waiter) {
        // Together, because a waiter that sleeps may get the seat of one that a busy machine has suspended.
        $queued = fn() => count($redis->seats()) + $redis->info('blocked_clients');
        $before = $queued();
        $waiter->tell('wait');
        await('a waiter', fn() => $queued() > $before);
    }
}

function has_waiters(RedisServer $redis): bool
{
    return $redis->seats() !== [];
}

/** Returns the keys of the waiters that have acquired, in the order of their acquisitions. @param array<PhpChild> $waiters */
function await_acquired(array &$waiters, int $count = 0): array
{
    $in = [];
    await("$count to go in", function () use (&$waiters, &$in, $count) {
        foreach ($waiters as $name => $waiter) {
            if ($waiter->hasSpoken()) {
                [$word, $time] = explode(' ', $waiter->hear());
                $word === 'in' || throw new RuntimeException("$name: $word");
                $in[$name] = (int) $time;
                unset($waiters[$name]);
            }
        }
        return count($in) >= $count;
    });
    asort($in);

    return array_keys($in);
}
