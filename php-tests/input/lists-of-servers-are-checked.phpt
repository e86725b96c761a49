--TEST--
A list of servers is checked: not empty, a list, of strings, each an address
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

refusals([
    'empty' => fn() => new RedisLock('k', server: []),
    'not a list' => fn() => new RedisLock('k', server: ['a' => 'redis://a']),
    'gaps' => fn() => new RedisLock('k', server: [1 => 'redis://a', 2 => 'redis://b']),
    'with a number' => fn() => new RedisLock('k', server: ['redis://a', 5]),
    'with null' => fn() => new RedisLock('k', server: ['redis://a', null]),
    'with a list' => fn() => new RedisLock('k', server: ['redis://a', ['redis://b']]),
    'with nonsense' => fn() => new RedisLock('k', server: ['redis://a', 'hunter2']),
    'with an unknown option' => fn() => new RedisLock('k', server: ['redis://a', 'redis://b?hunter2=1']),
    'with a Sentinel' => fn() => new RedisLock('k', server: ['redis://a', 'redis-sentinel://b/main']),
    'with a cluster' => fn() => new RedisLock('k', server: ['redis-cluster://a', 'redis://b']),
    'twice the same' => fn() => new RedisLock('k', server: ['redis://u:hunter2@a', 'redis://b', 'redis://a:6379/3']),
    'with replicas' => fn() => new RedisLock('k', server: ['redis://a'], replicas: 1),
    'to restore' => fn() => RedisLock::restore('k', 't', server: []),
]);
?>
--EXPECT--
empty => ValueError: RedisLock::__construct(): Argument #4 ($server) must name at least one address: the list is empty
not a list => ValueError: RedisLock::__construct(): Argument #4 ($server) must be an address like "redis://user:password@host:6379/0", or a list of them: an array with names like 'host' or gaps between its numbers is neither
gaps => ValueError: RedisLock::__construct(): Argument #4 ($server) must be an address like "redis://user:password@host:6379/0", or a list of them: an array with names like 'host' or gaps between its numbers is neither
with a number => ValueError: RedisLock::__construct(): Argument #4 ($server) is a list whose element [1] must be a string like "redis://host:6379/0"
with null => ValueError: RedisLock::__construct(): Argument #4 ($server) is a list whose element [1] must be a string like "redis://host:6379/0"
with a list => ValueError: RedisLock::__construct(): Argument #4 ($server) is a list whose element [1] must be a string like "redis://host:6379/0"
with nonsense => ValueError: RedisLock::__construct(): Argument #4 ($server) is a list whose element [1] has no scheme: it must begin with redis://, rediss:// (TLS), unix://, redis-sentinel:// or redis-cluster://, like redis://host:6379/0
with an unknown option => ValueError: RedisLock::__construct(): Argument #4 ($server) is a list whose element [1] has an unknown query option: allowed are connect_timeout, read_timeout (the database is written behind the host, user and password before it, like redis://user:password@host/2; a '?' in a password must be written %3F)
with a Sentinel => ValueError: RedisLock::__construct(): Argument #4 ($server) is a list whose element [1] must be a single server (redis://, rediss:// or unix://): a list is a quorum of independent servers, while the sentinels or nodes of one deployment are written in one string, with commas
with a cluster => ValueError: RedisLock::__construct(): Argument #4 ($server) is a list whose element [0] must be a single server (redis://, rediss:// or unix://): a list is a quorum of independent servers, while the sentinels or nodes of one deployment are written in one string, with commas
twice the same => ValueError: RedisLock::__construct(): Argument #4 ($server) is a list whose element [2] names a server that is in it already: redis://a:6379/3
with replicas => ValueError: RedisLock::__construct(): Argument #10 ($replicas) must be 0 with a list of servers, which has no replicas
to restore => ValueError: RedisLock::restore(): Argument #4 ($server) must name at least one address: the list is empty
