<?php

declare(strict_types=1);

/**
 * Processes that wait for the lock `k`, or another, in a line: with `permits`, for a semaphore; with `leaves`, until a SIGUSR1 at
 * the latest.
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

/** One that waits as soon as it is told "wait", or for how long, prints whether it acquired, and releases when told to. */
function waiter(RedisServer $redis, array $options = [], bool $killed = false, ?string $address = null): PhpChild
{
    return PhpChild::start(WAITER, [$address ?? $redis->address, serialize($options)], killed: $killed);
}

/** Has waiters stand in line for a lock that is held, in this order. No other waiter is there. */
function line_up(RedisServer $redis, array $waiters): void
{
    clear_queue($redis);
    foreach (array_values($waiters) as $n => $waiter) {
        $waiter->tell('wait');
        await_line($redis, $n + 1);
    }
}

/** Deletes the seats and offers that earlier waiters have left: until they expire, new ones sleep and are woken by them. */
function clear_queue(RedisServer $redis): void
{
    $redis->ask('DEL', '{k}:redislock:seat1', '{k}:redislock:seat2', '{k}:redislock:vacant');
}

/** Awaits so many waiters for one lock: two have seats and watch it, the others sleep. */
function await_line(RedisServer $redis, int $count): void
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
function line_of(RedisServer $redis, int $count, array $options = [], bool $killed = false): array
{
    $waiters = array_map(fn() => waiter($redis, $options, $killed), range(1, $count));
    line_up($redis, $waiters);

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

/** Those of them that get the lock, whatever the order: a waiter that a busy machine halts for 20 ms is passed over. */
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
    // The server looks after a few of them at a time, and turns its list meanwhile.
    $ids = array_column($found, 1);
    sort($ids, SORT_NUMERIC);

    return $ids;
}
