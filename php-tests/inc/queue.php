<?php

declare(strict_types=1);

/**
 * Processes that are queued for the lock `k` or another. With `permits` they wait for a semaphore, and with `leaves` until a
 * SIGUSR1 at the latest.
 */
const WAITER = <<<'PHP'
    [, $address, $options] = $argv;
    $options = unserialize($options);
    if ($options['leaves'] ?? false) {
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, fn() => throw new DomainException('leaves'));
    }
    unset($options['leaves']);
    $class = isset($options['permits']) ? RedisSemaphore::class : RedisLock::class;
    $lock = new $class(...$options + ['key' => 'k', 'wait' => 600.0, 'ttl' => 600.0, 'server' => $address]);
    while (($order = hear()) !== '') {
        try {
            $acquired = $lock->acquire($order === 'wait' ? null : (float) $order);
        } catch (DomainException) {
            $acquired = false;
        }
        echo json_encode([$acquired, $lock instanceof RedisLock ? $lock->getFence() : null]), "\n";
        $acquired && hear() === 'release' && $lock->release();
    }
    PHP;

/** Starts a waiter. It waits on the line "wait", or on a number of seconds, prints whether it acquired, and releases on "release". */
function waiter(RedisServer $redis, array $options = [], bool $killed = false, ?string $address = null): PhpChild
{
    return PhpChild::start(WAITER, [$address ?? $redis->address, serialize($options)], killed: $killed);
}

/** Queues waiters for a held lock in this order. There must be no other waiter. */
function enqueue_waiters(RedisServer $redis, array $waiters): void
{
    clear_queue($redis);
    foreach (array_values($waiters) as $n => $waiter) {
        $waiter->tell('wait');
        await_queue($redis, $n + 1);
    }
}

/** Deletes the seats and offers that earlier waiters have left: until they expire, new ones sleep and are woken by them. */
function clear_queue(RedisServer $redis): void
{
    $redis->ask('DEL', '{k}:redislock:seat1', '{k}:redislock:seat2', '{k}:redislock:vacant');
}

/** Waits until one lock has `$count` waiters: two have seats and watch it, the others sleep. */
function await_queue(RedisServer $redis, int $count): void
{
    await("$count waiters", fn() => count($redis->seats()) === min($count, 2) && $redis->info('blocked_clients') === max($count - 2, 0));
}

/** Awaits that these have read all that the server has answered: they sleep, or have ended, and it is asked nothing meanwhile. */
function await_rest(RedisServer $redis, array $waiters): void
{
    $is_busy = fn(PhpChild $waiter) => preg_match('/\) [RD] /', (string) @file_get_contents("/proc/{$waiter->processId()}/stat")) === 1;
    await('rest', function () use ($redis, $waiters, $is_busy) {
        $before = $redis->commands();
        return array_filter($waiters, $is_busy) === [] && $redis->commands() === $before;
    });
}

/** @return list<PhpChild> */
function queued_waiters(RedisServer $redis, int $count, array $options = [], bool $killed = false): array
{
    $waiters = array_map(fn() => waiter($redis, $options, $killed), range(1, $count));
    enqueue_waiters($redis, $waiters);

    return $waiters;
}

/** The numbers of the waiters in the order in which they get the lock, each of which gives it back at once. */
function order_of(array $waiters): array
{
    $order = [];
    while ($waiters) {
        await('the next owner', function () use (&$waiters, &$order) {
            foreach ($waiters as $n => $waiter) {
                if ($waiter->hasSpoken()) {
                    $order[] = json_decode($waiter->hear())[0] ? $n : "$n not";
                    $waiter->tell('release');
                    unset($waiters[$n]);
                    return true;
                }
            }
            return false;
        });
    }

    return $order;
}

/** Returns the waiters that get the lock, in any order, because a waiter that a busy machine suspends for 20 ms is overtaken. */
function owners_of(array $waiters): array
{
    $order = order_of($waiters);
    sort($order);

    return $order;
}

/** The connections on which the waiters wait, by age: all, those of waiters with seats (not blocked), or of those that sleep. */
function waiting_connections(RedisServer $redis, ?bool $blocked = null): array
{
    preg_match_all('/^id=(\d+) .* flags=(\w*t\w*) /m', $redis->ask('CLIENT', 'LIST'), $found, PREG_SET_ORDER);
    $found = array_filter($found, fn(array $client) => $blocked === null || str_contains($client[2], 'b') === $blocked);
    // The server handles a few clients at a time, and rotates its list meanwhile.
    $ids = array_column($found, 1);
    sort($ids, SORT_NUMERIC);

    return $ids;
}
