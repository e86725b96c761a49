<?php

declare(strict_types=1);

/** Starts a master and `$count` replicas that are up to date: [master, replica, ...]. */
function master_and_replicas(int $replicas = 1, array $config = []): array
{
    $servers = [$master = RedisServer::start(['repl-diskless-sync-delay' => '0', 'repl-ping-replica-period' => '1'] + $config, tcp: true)];
    for ($n = 0; $n < $replicas; $n++) {
        $servers[] = RedisServer::start(['replicaof' => ['127.0.0.1', (string) $master->port]], tcp: true);
    }
    await_replicas($master, $replicas);

    return $servers;
}

function await_replicas(RedisServer $master, int $count): void
{
    await("$count replicas", fn() => preg_match_all('/^slave\d+:.*state=online/m', $master->ask('INFO', 'replication')) === $count);
}

/** A replica takes its master's place, which becomes its replica. */
function swap(RedisServer $master, RedisServer $replica): void
{
    $replica->ask('REPLICAOF', 'NO', 'ONE');
    $master->ask('REPLICAOF', '127.0.0.1', (string) $replica->port);
}
