<?php

// A server cannot be reached, is of another kind than expected, or refuses the client.
$redis = RedisServer::start(tcp: true);
$redis->ask('ACL', 'SETUSER', 'reader', 'on', '>hunter2', '~*', '+@read');
$redis->ask('ACL', 'SETUSER', 'other', 'on', '>hunter2', '~other:*', '+@all');
$locked = RedisServer::start(['requirepass' => 'hunter2'], tcp: true);
$replica = RedisServer::start(['replicaof' => ['127.0.0.1', (string) $redis->port]], tcp: true);
$full = RedisServer::start(['maxmemory' => '1']);
$crowded = RedisServer::start(['maxclients' => '1']); // its own client
$crowded->ask('PING');
$unused = free_port();
// Servers that only send an error.
$saying = function (string $words) use ($redis): string {
    static $keep = [];
    $keep[] = $fake = FaultProxy::alone($redis->directory);
    $fake->always('*', 'say', $words);
    return $fake->address;
};
$cut = FaultProxy::alone($redis->directory);
$cut->always('*', 'close');
$mute = FaultProxy::alone($redis->directory);
$mute->always('*', 'hang');
$names = [
    $redis->tcpAddress() => '<server>',
    $locked->tcpAddress() => '<server>',
    $replica->tcpAddress() => '<server>',
    $full->address => '<server>',
    $crowded->address => '<server>',
    $cut->address => '<server>',
    $mute->address => '<server>',
    $redis->directory => '<folder>',
];
$acquire = fn(string $address, mixed ...$options) => fn() => (new RedisLock('k', ...$options + ['wait' => 0.0, 'server' => $address]))->acquire();

return [$names, [
    'no server at the port' => [$acquire("redis://127.0.0.1:$unused"), 'RedisLockConnectionException: Cannot acquire lock "k" on redis://<host>:<port>: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)'],
    'no server at the socket' => [$acquire("unix://$redis->directory/no.sock"), 'RedisLockConnectionException: Cannot acquire lock "k" on unix://<folder>/no.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)'],
    'a host that does not exist' => [$acquire('redis://redis.invalid'), 'RedisLockConnectionException: Cannot acquire lock "k" on redis://redis.invalid:6379: cannot connect: failed to lookup address information: <words> (is the server running, and is its address right?)'],
    'the default server, where there is none' => [function () use ($unused) {
        ini_set('redislock.server', "redis://127.0.0.1:$unused");
        (new RedisLock('k'))->acquire();
    }, 'RedisLockConnectionException: Cannot acquire lock "k" on redis://<host>:<port>: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)'],
    'no password' => [$acquire($locked->tcpAddress()), 'RedisLockConnectionException: Cannot acquire lock "k" on <server>: NOAUTH Authentication required. (the server wants a password, and its address names none)'],
    'a wrong password' => [$acquire($locked->tcpAddress(':hunter3')), 'RedisLockConnectionException: Cannot acquire lock "k" on <server>: the server refused the user or the password: WRONGPASS invalid username-password pair or user is disabled. (check user and password of the server\'s address)'],
    'a user that does not exist' => [$acquire($redis->tcpAddress('unknown:hunter2')), 'RedisLockConnectionException: Cannot acquire lock "k" on <server>: the server refused the user or the password: WRONGPASS invalid username-password pair or user is disabled. (check user and password of the server\'s address)'],
    'a password where there is none' => [$acquire($redis->tcpAddress(':hunter2')), 'RedisLockConnectionException: Cannot acquire lock "k" on <server>: the server refused the user or the password: ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct? (this server has no password, so its address must not name one)'],
    'a user that may only read' => [$acquire($redis->tcpAddress('reader:hunter2')), 'RedisLockConnectionException: Cannot acquire lock "k" on <server>: NOPERM <words> (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)'],
    'a key that the user may not touch' => [$acquire($redis->tcpAddress('other:hunter2')), 'RedisLockConnectionException: Cannot acquire lock "k" on <server>: NOPERM <words> (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)'],
    'database 99' => [$acquire($redis->tcpAddress(path: '/99')), 'RedisLockConnectionException: Cannot acquire lock "k" on <server>/99: connected, but the server does not have this database: ERR DB index is out of range (a server has the databases 0 to 15, unless its setting "databases" says otherwise)'],
    'a replica' => [$acquire($replica->tcpAddress()), 'RedisLockConnectionException: Cannot acquire lock "k" on <server>: READONLY You can\'t write against a read only replica. (this server is a replica; name the master)'],
    'a server out of memory' => [$acquire($full->address), 'RedisLockConnectionException: Cannot acquire lock "k" on <server>: OOM command not allowed when used memory > \'maxmemory\'. (the server\'s maxmemory is reached: raise it, or give locks a server of their own)'],
    'a server with too many clients' => [$acquire($crowded->address), 'RedisLockConnectionException: Cannot acquire lock "k" on <server>: the server has no room for another connection: ERR max number of clients reached (every PHP process keeps its connections: raise maxclients of the server, or lower the number of processes)'],
    'replicas that do not exist' => [fn() => (new RedisLock('k', wait: 0.0, server: $locked->tcpAddress(':hunter2'), replicas: 3))->synchronized(fn() => 1), 'RedisLockTimeoutException: Lock "k" on <server> was not acquired within <n> seconds: only 0 of 3 replicas acknowledged it in time (does this server have that many replicas, and do they keep up?)'],
    'a web server' => [$acquire($saying("HTTP/1.1 400 Bad Request\r\n\r\n")), 'RedisLockConnectionException: Cannot acquire lock "k" on unix://<folder>/fake: not a reply of Redis: it says "HTTP/1.1 400 Bad Request" (is this address the port of a Redis server?)'],
    'an SSH server' => [$acquire($saying("SSH-2.0-OpenSSH_9.2p1\r\n")), 'RedisLockConnectionException: Cannot acquire lock "k" on unix://<folder>/fake: not a reply of Redis: it says "SSH-2.0-OpenSSH_9.2p1" (is this address the port of a Redis server?)'],
    'a server that says what was not asked for' => [$acquire($saying("+QUEUED\r\n")), 'RedisLockConnectionException: Cannot acquire lock "k" on unix://<folder>/fake: not a reply of Redis: unexpected reply simple-string("QUEUED") (is this address the port of a Redis server?)'],
    'a server that says very much' => [$acquire($saying('-ERR ' . str_repeat('no ', 100_000) . "\r\n")), 'RedisLockConnectionException: Cannot acquire lock "k" on unix://<folder>/fake: ERR no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no n…'],
    'a server that hangs up' => [$acquire($cut->address), 'RedisLockConnectionException: Cannot acquire lock "k" on <server>: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)'],
    'a server that does not answer' => [$acquire("$mute->address?read_timeout=0.2"), 'RedisLockConnectionException: Cannot acquire lock "k" on <server>: no reply within the read timeout; whether the command was executed is not known (is the server overloaded, or redislock.read_timeout too short?)'],
    'a Sentinel' => [$acquire($saying("-ERR unknown command 'SET', with args beginning with: 'k' '0123456789abcdef0123456789abcdef' 'NX' \r\n")), 'RedisLockConnectionException: Cannot acquire lock "k" on unix://<folder>/fake: ERR unknown command \'SET\' (is this a Sentinel? then its address is redis-sentinel://host:26379/master-name; a Redis server says so of commands that were renamed)'],
    'a node of a cluster' => [$acquire($saying("-MOVED 7629 127.0.0.1:7001\r\n")), 'RedisLockConnectionException: Cannot acquire lock "k" on unix://<folder>/fake: MOVED 7629 <host>:<port> (this server is a node of a cluster: its address is redis-cluster://host:port)'],
    'a server that cannot save' => [$acquire($saying("-MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.\r\n")), 'RedisLockConnectionException: Cannot acquire lock "k" on unix://<folder>/fake: MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk. (the server cannot write to its disk: its log says why)'],
    'a server in protected mode' => [$acquire($saying("-DENIED Redis is running in protected mode because protected mode is enabled and no password is set for the default user.\r\n")), 'RedisLockConnectionException: Cannot acquire lock "k" on unix://<folder>/fake: DENIED Redis is running in protected mode because protected mode is enabled and no password is set for the default user. (the server accepts no connection from other machines: it needs a password, or protected-mode no)'],
    'a server that loads its data' => [$acquire($saying("-LOADING Redis is loading the dataset in memory\r\n")), 'RedisLockConnectionException: Cannot acquire lock "k" on unix://<folder>/fake: LOADING Redis is loading the dataset in memory (this may be over soon: try again)'],
    'a server that a script keeps busy' => [$acquire($saying("-BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.\r\n")), 'RedisLockConnectionException: Cannot acquire lock "k" on unix://<folder>/fake: BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE. (this may be over soon: try again)'],
]];
