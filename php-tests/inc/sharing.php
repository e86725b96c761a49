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

/** Has them come, one after the other, while somebody else has what they want: first the head, the others are in line. */
function come(RedisServer $redis, PhpChild ...$waiters): void
{
    // Who meets an earlier call watches beside the head, instead of being in line.
    await('the end of earlier calls', fn() => $redis->ask('KEYS', '*:redislock:signal') === []);
    foreach ($waiters as $waiter) {
        $is_first = !is_somebody_waiting($redis);
        $before = $redis->info('blocked_clients');
        $redis->ask('CONFIG', 'RESETSTAT');
        $waiter->tell('wait');
        await('a waiter', fn() => $is_first ? isset($redis->commands()['mget']) : $redis->info('blocked_clients') > $before);
    }
}

function is_somebody_waiting(RedisServer $redis): bool
{
    return !in_array($redis->ask('GET', '{k}:redislock:head'), [null, '+'], true);
}

/** Those who have said that they are in, in the order in which they went in: their keys. @param array<PhpChild> $waiters */
function those_in(array &$waiters, int $count = 0): array
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
