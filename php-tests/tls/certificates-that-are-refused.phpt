--TEST--
A certificate of another authority, an expired one and one for another host each have their own message, unless verify=0
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$certificates = (new Certificates())
    ->issue('server')
    ->issue('expired', from: '20200101000000Z', until: '20200229120000Z')
    ->issue('early', from: '20991231000000Z', until: '21001231000000Z')
    ->issue('elsewhere', 'DNS:redis.example, IP:192.0.2.1')
    ->issue('old', '');
$others = new Certificates();
$try = function (string $what, string $address) {
    echo "$what => ", failure(fn() => (new RedisLock('k', server: $address))->acquire()), "\n";
};
$redis = RedisServer::start($certificates->config('server'), tls: true);
$try('another authority', $redis->tlsAddress($others));
$try("the system's authorities", "rediss://127.0.0.1:$redis->port");
$try('not checked', "rediss://127.0.0.1:$redis->port/1?verify=0");
$try('checked', "rediss://127.0.0.1:$redis->port/2?verify=1&ca=$certificates->ca");
foreach (['expired', 'early', 'elsewhere', 'old'] as $name) {
    $redis = RedisServer::start($certificates->config($name), tls: true);
    $try($name, $redis->tlsAddress($certificates, credentials: 'default:hunter2'));
    $try("$name, not checked", $redis->tlsAddress($certificates, '&verify=0'));
    say('connections', count($redis->clients()));
}
// The authority as its own server.
$redis = RedisServer::start(['tls-cert-file' => $certificates->ca, 'tls-key-file' => $certificates->path('ca.key')] + $certificates->config('server'), tls: true);
$try('authority', $redis->tlsAddress($certificates));
?>
--EXPECT--
another authority => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server's certificate is not signed by an authority in .../ca.pem (does ca= name the certificate of the authority that signed it?)
the system's authorities => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server's certificate is not signed by an authority that this system trusts (name the certificate of the authority that signed it with ca=)
not checked => nothing thrown, returned true
checked => nothing thrown, returned true
expired => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server's certificate expired on Sat, 29 Feb 2020 12:00:00 GMT (does it have to be renewed, or is a clock wrong?)
expired, not checked => nothing thrown, returned true
connections: 1
early => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server's certificate is not valid before Thu, 31 Dec 2099 00:00:00 GMT (does it have to be renewed, or is a clock wrong?)
early, not checked => nothing thrown, returned true
connections: 1
elsewhere => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server's certificate is not for 127.0.0.1, but for redis.example, 192.0.2.1 (is the address right? its host must be a name that the certificate is for)
elsewhere, not checked => nothing thrown, returned true
connections: 1
old => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server's certificate is one of X.509 version 1, which names no host (give the server one with its host in subjectAltName)
old, not checked => nothing thrown, returned true
connections: 1
authority => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server's certificate is an authority's own (CA:TRUE) (give the server one of its own, signed by the authority)
