--TEST--
If a server demands a client certificate, a good one works; a missing or bad one is an error, and the call is not repeated
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$certificates = (new Certificates())->issue('server')->issue('client', 'DNS:client')->issue('old', '');
$others = (new Certificates())->issue('client', 'DNS:client');
// The lines that it has logged when it answers another client.
$refused = fn(RedisServer $redis) => $redis->ask('PING') === 'PONG' ? substr_count(file_get_contents("$redis->directory/log"), 'Error accepting a client connection') : null;
foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $redis = RedisServer::start(['tls-auth-clients' => 'yes', 'tls-protocols' => $version] + $certificates->config('server'), tls: true);
    foreach (['client', 'old'] as $name) {
        $lock = new RedisLock('k', server: $redis->tlsAddress($certificates, $certificates->options($name)));
        say("$version, $name", [$lock->acquire(), $lock->release()]);
    }
    $attempts = [
        'none' => $redis->tlsAddress($certificates),
        'none, with a password' => $redis->tlsAddress($certificates, credentials: 'default:hunter2'),
        "another authority's" => $redis->tlsAddress($certificates, $others->options('client')),
    ];
    foreach ($attempts as $what => $address) {
        $before = $refused($redis);
        // Sometimes the server has closed the connection when the command is sent.
        $failures = [];
        for ($n = 0; $n < 20; $n++) {
            $failures[] = failure(fn() => (new RedisLock('k', server: $address))->acquire());
        }
        echo "$what => ", implode(' / ', array_unique($failures)), "\n";
        say('refused by the server', $refused($redis) - $before);
    }
    // Waiters and the thread connect in the same way.
    $lock = new RedisLock('k', ttl: 30.0, server: $redis->tlsAddress($certificates, $certificates->options('client')), autoRenew: true);
    say('renewed', [$lock->acquire(), $lock->release()]);
    $redis->ask('CONFIG', 'SET', 'tls-auth-clients', 'optional');
    $lock = new RedisLock('k', server: $redis->tlsAddress($certificates));
    say('optional', [$lock->acquire(), $lock->release()]);
}
?>
--EXPECT--
TLSv1.2, client: [true,true]
TLSv1.2, old: [true,true]
none => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server demands a client certificate (HandshakeFailure) (name its file with cert=, and that of its key with key=)
refused by the server: 20
none, with a password => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server demands a client certificate (HandshakeFailure) (name its file with cert=, and that of its key with key=)
refused by the server: 20
another authority's => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server does not accept the client certificate in .../client.pem (UnknownCA) (is it valid, and signed by an authority that the server trusts?)
refused by the server: 20
renewed: [true,true]
optional: [true,true]
TLSv1.3, client: [true,true]
TLSv1.3, old: [true,true]
none => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server demands a client certificate (CertificateRequired) (name its file with cert=, and that of its key with key=)
refused by the server: 20
none, with a password => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server demands a client certificate (CertificateRequired) (name its file with cert=, and that of its key with key=)
refused by the server: 20
another authority's => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server does not accept the client certificate in .../client.pem (UnknownCA) (is it valid, and signed by an authority that the server trusts?)
refused by the server: 20
renewed: [true,true]
optional: [true,true]
