<?php

declare(strict_types=1);

/** @return list<RedisServer> */
function servers(int $count): array
{
    return array_map(fn() => RedisServer::start(), range(1, $count));
}

/** @param list<RedisServer> $servers */
function addresses(array $servers, string $options = ''): array
{
    return array_map(fn(RedisServer $server) => $server->address . $options, $servers);
}

/** Returns the number of servers that have a key. @param list<RedisServer> $servers */
function holders(array $servers, string $key): int
{
    return array_sum(array_map(fn(RedisServer $server) => $server->ask('EXISTS', $key), $servers));
}

/**
 * Acquires a lock on all servers. Those whose new connections are not there within 50 ms are left out, as on a busy machine, but
 * not the next time.
 *
 * @param list<RedisServer> $servers
 */
function acquire_on_all(RedisLock $lock, array $servers): void
{
    await('the lock on all servers', function () use ($lock, $servers) {
        $lock->acquire() || throw new RuntimeException('it is held');
        return holders($servers, $lock->getKey()) === count($servers) || !$lock->release();
    });
}

/** Acquires with a caller-supplied token. If a busy server replies to a release late, the token is indeterminate for a while. */
function acquire_again(RedisLock $lock): bool
{
    await('no release is under way', function () use ($lock, &$acquired) {
        try {
            $acquired = $lock->acquire();
        } catch (RedisLockConnectionException $e) {
            str_contains($e->getMessage(), 'may still arrive') || throw $e;
        }
        return $acquired !== null;
    });
    return $acquired;
}

/** Waits until no server has a key, because a release does not await the last servers. @param list<RedisServer> $servers */
function await_nothing_left(array $servers): void
{
    await('nothing left', fn() => array_sum(array_map(fn(RedisServer $server) => $server->ask('DBSIZE'), $servers)) === 0);
}

/** Waits until a server has executed `$attempts` attempts since CONFIG RESETSTAT. */
function await_attempts(RedisServer $server, int $attempts): void
{
    await("$attempts attempts", function () use ($server, $attempts) {
        $commands = $server->commands();
        return ($commands['set'] ?? 0) + ($commands['evalsha'] ?? 0) >= $attempts;
    });
}

/**
 * Has the `SET` of one server get lost, and its connection end, before another one's reply arrives. So the client notices the loss
 * before that vote can decide. Uses SIGUSR1.
 */
function lose_before_reply(FaultProxy $losing, FaultProxy $late): void
{
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function () use ($losing, $late): void {
        await('the loss', fn() => in_array('SET', $losing->seenNames(), true));
        $late->sendKeptReplies();
    });
    $losing->seen();
    $losing->on('SET', 'lose');
    $late->on('SET', 'signal', getmypid());
}
