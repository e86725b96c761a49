--TEST--
The address comes from the connection in config/database.php, as its client reads it
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

use RedisLock\Laravel\Configuration;

$show = function (string $case, string $client, #[SensitiveParameter] array $redis, string $name = 'default'): void {
    try {
        $configuration = new Configuration(['client' => $client] + $redis, $name);
        say($case, [$configuration->address(), $configuration->prefix(), ...$configuration->packs() ? ['packed'] : []]);
    } catch (Throwable $e) {
        say($case, $e::class . ': ' . $e->getMessage());
        for (; $e !== null; $e = $e->getPrevious()) {
            str_contains($e->getMessage() . print_r(array_column($e->getTrace(), 'args'), true), 'secret') && print("  and the password\n");
        }
    }
};
$one = fn(#[SensitiveParameter] array $connection, string $client = 'phpredis', array $options = []) => [$client, ['options' => $options, 'default' => $connection]];

echo "One server\n";
$show('as delivered', ...$one(['url' => null, 'host' => '127.0.0.1', 'username' => null, 'password' => null, 'port' => '6379', 'database' => '0'], 'phpredis', ['cluster' => 'redis', 'prefix' => 'laravel_database_']));
$show('user and password', ...$one(['host' => 'h', 'port' => 6380, 'username' => 'a:b', 'password' => 'p@ss/w?rd#%', 'database' => 2]));
$show('password alone', ...$one(['host' => 'h', 'password' => '1']));
$show('a user without password', ...$one(['host' => 'h', 'username' => 'user', 'password' => '']));
$show('both in the password', ...$one(['host' => 'h', 'password' => ['user', 'pass']]));
$show('a URL', ...$one(['url' => 'redis://user:p%40ss@h:6381/3?read_timeout=2', 'host' => 'other', 'database' => '0']));
$show('a URL by TLS', ...$one(['url' => 'rediss://:12345@h']));
$show('a URL alone', 'phpredis', ['default' => 'tcp://h:1?database=4']);
$show('IPv6', ...$one(['host' => '::1', 'port' => 6379]));
$show('a socket', ...$one(['host' => '/run/my redis.sock', 'port' => 0, 'database' => 2, 'username' => 'u', 'password' => 'p w']));
$show('a socket, both in the password', ...$one(['host' => '/run/redis.sock', 'password' => ['user', 'pass']]));
$show('a socket by scheme', ...$one(['scheme' => 'unix', 'host' => '/run/redis.sock']));
$show('a socket of Predis', ...$one(['scheme' => 'unix', 'path' => '/run/redis.sock', 'database' => 1], 'predis'));
$show('timeouts', ...$one(['host' => 'h', 'timeout' => 0.5, 'read_timeout' => '60']));
$show('timeouts of Predis', ...$one(['host' => 'h', 'timeout' => 5.0, 'read_write_timeout' => 0], 'predis'));
$show('no timeouts', ...$one(['host' => 'h', 'timeout' => 0.0, 'read_timeout' => -1]));
$show('an empty scheme', ...$one(['scheme' => '', 'host' => 'h']));
$show('TLS by scheme', ...$one(['scheme' => 'tls', 'host' => 'h']));
$show('TLS by host', ...$one(['host' => 'tls://h', 'context' => ['stream' => ['cafile' => '/ca.pem', 'local_cert' => '/c.pem', 'local_pk' => '/k.pem']]]));
$show('TLS, not verified', ...$one(['scheme' => 'tls', 'host' => 'h', 'context' => ['verify_peer' => false, 'verify_peer_name' => false]]));
$show('TLS of Predis', ...$one(['scheme' => 'tls', 'host' => 'h', 'ssl' => ['cafile' => '/ca.pem', 'verify_peer' => true]], 'predis'));
$show('what all have in common', ...$one(['host' => 'h', 'prefix' => 'own_', 'options' => ['serializer' => 1]], 'phpredis', ['prefix' => 'all_', 'read_timeout' => 3]));
$show('the prefix of its options', ...$one(['host' => 'h', 'options' => ['prefix' => 'own_']], 'phpredis', ['prefix' => 'all_', 'compression' => 1]));
$show('parameters of Predis', ...$one(['host' => 'h'], 'predis', ['prefix' => 'all_', 'serializer' => 1, 'parameters' => ['password' => 'secret', 'database' => 4]]));
$show('parameters of one connection', ...$one(['host' => 'h'], 'predis', ['parameters' => ['default' => ['password' => 'secret'], 'other' => []]]));
$show('parameters of its own', ...$one(['host' => 'h', 'options' => ['parameters' => ['database' => 4, 'default' => ['database' => 5]]]], 'predis', ['parameters' => ['default' => ['password' => 'secret']]]));
$show('a prefix that phpredis takes for none', ...$one(['host' => 'h', 'prefix' => '0'], 'phpredis', ['prefix' => 'all_']));
$show('and a number', ...$one(['host' => 'h'], 'phpredis', ['prefix' => 0]));
$show('and a password', ...$one(['host' => 'h', 'password' => '0', 'database' => '0']));
$show('a password in a list', ...$one(['host' => 'h', 'password' => ['u', '0']]));
$show('of Predis', ...$one(['host' => 'h', 'prefix' => '0', 'password' => '0'], 'predis'));
$show('a port with spaces', ...$one(['host' => 'h', 'port' => ' 6380 ']));

echo "Several\n";
$nodes = [['host' => 'a', 'port' => 7000], ['host' => 'b', 'port' => 7001]];
$show('cluster', 'phpredis', ['options' => ['prefix' => 'p_', 'password' => 'secret', 'serializer' => 2], 'clusters' => ['default' => $nodes]]);
$show('cluster with options', 'phpredis', ['clusters' => ['options' => ['username' => 'u', 'password' => 'secret', 'read_timeout' => 2], 'default' => [...$nodes, 'options' => ['prefix' => 'c_']]]]);
$show('cluster with both in the password', 'phpredis', ['clusters' => ['options' => ['password' => ['u', 'secret']], 'default' => $nodes]]);
$show('cluster by TLS', 'phpredis', ['options' => ['context' => ['cafile' => '/ca.pem']], 'clusters' => ['default' => [['scheme' => 'tls', ...$nodes[0]]]]]);
foreach (['phpredis', 'predis'] as $client) {
    $show("cluster of $client, URLs that do not begin at 0", $client, ['options' => ['cluster' => 'redis'], 'clusters' => ['default' => array_filter([null, 'tcp://a:7000', 'tcp://b:7001'])]]);
}
$show('cluster of Predis', 'predis', ['options' => ['cluster' => 'redis', 'parameters' => ['password' => 'secret']], 'clusters' => ['default' => $nodes]]);
$show('cluster of Predis, listed', ...$one([...$nodes, 'options' => ['cluster' => 'redis']], 'predis'));
$sentinels = ['tcp://a:26379?timeout=0.1', 'tcp://b', 'options' => ['replication' => 'sentinel', 'service' => 'my master', 'parameters' => ['username' => 'u', 'password' => 'p', 'database' => 2]]];
$show('sentinels', ...$one($sentinels, 'predis', ['prefix' => 'p_']));
$show('sentinels with a password', ...$one([['host' => 'a', 'port' => 1, 'username' => 'su', 'password' => 'sp', 'scheme' => 'tls'], 'options' => ['replication' => 'sentinel', 'service' => 'm']], 'predis'));
$show('cluster with a prefix that phpredis takes for none', 'phpredis', ['options' => ['prefix' => '0', 'password' => '0'], 'clusters' => ['default' => $nodes]]);

echo "A list of one, which Predis parses itself\n";
foreach (['tcp://h:1/2', 'redis://h:1/2', 'redis://h:1/2?database=3', 'tcp://user:secret@h', 'tcp://h?password=p&database=4', 'redis://user:p%40ss@h', 'rediss://[::1]:1', 'unix:/run/redis.sock?database=1'] as $node) {
    $show($node, ...$one([$node], 'predis', ['cluster' => 'redis', 'parameters' => ['database' => 6]]));
}
$show('among clusters, which Laravel parses', 'predis', ['options' => ['cluster' => 'redis'], 'clusters' => ['default' => ['tcp://user:p%40ss@h:1/2']]]);

echo "What cannot be an address\n";
$show('not there', 'phpredis', ['default' => []], 'other');
$show('servers that share the keys among them', ...$one([...$nodes, 'options' => ['cluster' => 'predis', 'parameters' => ['password' => 'secret']]], 'predis'));
$show('master and replicas', ...$one([...$nodes, 'options' => ['replication' => true]], 'predis'));
$show('no service', ...$one(['tcp://a', 'options' => ['replication' => 'sentinel']], 'predis'));
$show('a scheme', ...$one(['scheme' => 'udp', 'host' => 'h', 'password' => 'secret']));
$show('a passphrase', ...$one(['scheme' => 'tls', 'host' => 'h', 'context' => ['passphrase' => 'secret']]));
$show('any name', ...$one(['scheme' => 'tls', 'host' => 'h', 'context' => ['verify_peer_name' => false]]));
$show('a list for a host', ...$one(['host' => ['a'], 'password' => 'secret']));
$show('a URL for a host', ...$one(['host' => 'redis://:secret@h:1/2']));
$show('an empty host', ...$one(['host' => '']));
$show('a prefix that is none', ...$one(['host' => 'h', 'prefix' => new stdClass()], 'predis'));
$show('an empty host with a password', ...$one(['host' => '', 'password' => 'secret']));
$show('a host that is a path', ...$one(['host' => 'h/0', 'password' => 'secret']));
$show('a list with a url, which Predis does not know', ...$one([['url' => 'redis://:secret@h']], 'predis'));
$show('a list without a 0', ...$one([1 => 'tcp://:secret@h'], 'predis', ['cluster' => 'redis']));
$show('a malformed URL', 'phpredis', ['default' => ['url' => 'redis://:secret@h:port']]);
$show('a malformed URL alone', 'predis', ['default' => 'redis://:secret@h:port']);
$show('a malformed URL of a node', 'phpredis', ['clusters' => ['default' => ['redis://:secret@h:port']]]);
$show('a malformed URL in a list', ...$one(['redis://:secret@h:port'], 'predis'));
?>
--EXPECT--
One server
as delivered: ["redis://127.0.0.1:6379/0","laravel_database_"]
user and password: ["redis://a%3Ab:p%40ss%2Fw%3Frd%23%25@h:6380/2",""]
password alone: ["redis://:1@h:6379",""]
a user without password: ["redis://h:6379",""]
both in the password: ["redis://user:pass@h:6379",""]
a URL: ["redis://user:p%40ss@h:6381/3?read_timeout=2",""]
a URL by TLS: ["rediss://:12345@h:6379",""]
a URL alone: ["redis://h:1/4",""]
IPv6: ["redis://[::1]:6379",""]
a socket: ["unix:///run/my%20redis.sock?db=2&user=u&pass=p%20w",""]
a socket, both in the password: ["unix:///run/redis.sock?user=user&pass=pass",""]
a socket by scheme: ["unix:///run/redis.sock",""]
a socket of Predis: ["unix:///run/redis.sock?db=1",""]
timeouts: ["redis://h:6379?connect_timeout=0.5&read_timeout=60",""]
timeouts of Predis: ["redis://h:6379?connect_timeout=5",""]
no timeouts: ["redis://h:6379",""]
an empty scheme: ["redis://h:6379",""]
TLS by scheme: ["rediss://h:6379",""]
TLS by host: ["rediss://h:6379?ca=%2Fca.pem&cert=%2Fc.pem&key=%2Fk.pem",""]
TLS, not verified: ["rediss://h:6379?verify=0",""]
TLS of Predis: ["rediss://h:6379?ca=%2Fca.pem",""]
what all have in common: ["redis://h:6379?read_timeout=3","own_","packed"]
the prefix of its options: ["redis://h:6379","own_","packed"]
parameters of Predis: ["redis://:secret@h:6379/4","all_"]
parameters of one connection: ["redis://:secret@h:6379",""]
parameters of its own: ["redis://h:6379/4",""]
a prefix that phpredis takes for none: ["redis://h:6379",""]
and a number: ["redis://h:6379",""]
and a password: ["redis://h:6379/0",""]
a password in a list: ["redis://u:0@h:6379",""]
of Predis: ["redis://:0@h:6379","0"]
a port with spaces: ["redis://h:6380",""]
Several
cluster: ["redis-cluster://:secret@a:7000,b:7001","p_","packed"]
cluster with options: ["redis-cluster://u:secret@a:7000,b:7001?read_timeout=2","c_"]
cluster with both in the password: ["redis-cluster://u:secret@a:7000,b:7001",""]
cluster by TLS: ["rediss-cluster://a:7000?ca=%2Fca.pem",""]
cluster of phpredis, URLs that do not begin at 0: ["redis-cluster://a:7000,b:7001",""]
cluster of predis, URLs that do not begin at 0: ["redis-cluster://a:7000,b:7001",""]
cluster of Predis: ["redis-cluster://:secret@a:7000,b:7001",""]
cluster of Predis, listed: ["redis-cluster://a:7000,b:7001",""]
sentinels: ["redis-sentinel://u:p@a:26379,b:26379/my%20master/2?connect_timeout=0.1","p_"]
sentinels with a password: ["rediss-sentinel://a:1/m?sentinel_user=su&sentinel_pass=sp",""]
cluster with a prefix that phpredis takes for none: ["redis-cluster://:0@a:7000,b:7001",""]
A list of one, which Predis parses itself
tcp://h:1/2: ["redis://h:1/6",""]
redis://h:1/2: ["redis://h:1/2",""]
redis://h:1/2?database=3: ["redis://h:1/2",""]
tcp://user:secret@h: ["redis://h:6379/6",""]
tcp://h?password=p&database=4: ["redis://:p@h:6379/4",""]
redis://user:p%40ss@h: ["redis://user:p%2540ss@h:6379/6",""]
rediss://[::1]:1: ["rediss://[::1]:1/6",""]
unix:/run/redis.sock?database=1: ["unix:///run/redis.sock?db=1",""]
among clusters, which Laravel parses: ["redis-cluster://user:p%40ss@h:1",""]
What cannot be an address
not there: "InvalidArgumentException: Redis connection [other] not configured."
servers that share the keys among them: "InvalidArgumentException: Redis connection [default] is several servers, but neither a cluster of Redis nor sentinels: for its locks, write their address as lock_server into the store in config/cache.php."
master and replicas: "InvalidArgumentException: Redis connection [default] is several servers, but neither a cluster of Redis nor sentinels: for its locks, write their address as lock_server into the store in config/cache.php."
no service: "InvalidArgumentException: Redis connection [default] has sentinels and no service: for its locks, write their address as lock_server into the store in config/cache.php."
a scheme: "InvalidArgumentException: Redis connection [default] has the scheme udp: for its locks, write their address as lock_server into the store in config/cache.php."
a passphrase: "InvalidArgumentException: Redis connection [default] has the TLS option passphrase: for its locks, write their address as lock_server into the store in config/cache.php."
any name: "InvalidArgumentException: Redis connection [default] has the TLS option verify_peer_name: for its locks, write their address as lock_server into the store in config/cache.php."
a list for a host: "InvalidArgumentException: Redis connection [default] has a host that is no string: for its locks, write their address as lock_server into the store in config/cache.php."
a URL for a host: "InvalidArgumentException: Redis connection [default] has more in its host than a host (what is a URL must be its url): for its locks, write their address as lock_server into the store in config/cache.php."
an empty host: "InvalidArgumentException: Redis connection [default] names no host: for its locks, write their address as lock_server into the store in config/cache.php."
a prefix that is none: "InvalidArgumentException: Redis connection [default] has a prefix that is no string: its locks need one that is."
an empty host with a password: "InvalidArgumentException: Redis connection [default] names no host: for its locks, write their address as lock_server into the store in config/cache.php."
a host that is a path: "InvalidArgumentException: Redis connection [default] has more in its host than a host (what is a URL must be its url): for its locks, write their address as lock_server into the store in config/cache.php."
a list with a url, which Predis does not know: "InvalidArgumentException: Redis connection [default] names no host: for its locks, write their address as lock_server into the store in config/cache.php."
a list without a 0: "InvalidArgumentException: Redis connection [default] names no host: for its locks, write their address as lock_server into the store in config/cache.php."
a malformed URL: "InvalidArgumentException: Redis connection [default] has a malformed URL."
a malformed URL alone: "InvalidArgumentException: Redis connection [default] has a malformed URL."
a malformed URL of a node: "InvalidArgumentException: Redis connection [default] has a malformed URL."
a malformed URL in a list: "InvalidArgumentException: Redis connection [default] has a malformed URL."
