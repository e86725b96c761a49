<?php

declare(strict_types=1);

/**
 * The kinds of servers that the suite runs over: for each, what starts it.
 *
 * program: a word of fetch.sh, or `stable`, which is the redis-server that is installed. version: what it has to be, or
 * the kind would have the wrong name.
 *
 * @return array<string, array{program: string, start: callable(string): Deployment, version: string}>
 */
function kinds(): array
{
    $kinds = [];
    foreach ([
        'TCP' => ['stable', SingleServer::tcp(...)],
        'Unix socket' => ['stable', SingleServer::unixSocket(...)],
        'TLS' => ['stable', SingleServer::tls(...)],
        'Password and ACL user' => ['stable', SingleServer::withUser(...)],
        'Sentinel (1 master, 2 replicas, 3 sentinels)' => ['stable', fn(string $program) => new Sentinels($program)],
        'Cluster (3 masters, 3 replicas)' => ['stable', fn(string $program) => new Cluster($program)],
        'Quorum of 5' => ['stable', fn(string $program) => new Quorum($program)],
        'Redis 8.x' => ['redis-8', SingleServer::tcp(...), '/^redis 8\.([4-9]|\d\d)/'],
        'Valkey 8.1' => ['valkey-8.1', SingleServer::tcp(...), '/^valkey 8\.1\./'],
        'Valkey 9.x' => ['valkey-9', SingleServer::tcp(...), '/^valkey 9\./'],
    ] as $name => $kind) {
        $kinds[$name] = ['program' => $kind[0], 'start' => $kind[1], 'version' => $kind[2] ?? '/^/'];
    }
    return $kinds;
}
