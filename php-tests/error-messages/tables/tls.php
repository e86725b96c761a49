<?php

// TLS at a port without TLS and the other way round; certificates and files that cannot be used.
$certificates = (new Certificates())
    ->issue('server')
    ->issue('client', 'DNS:client')
    ->issue('expired', from: '20200101000000Z', until: '20200229120000Z')
    ->issue('elsewhere', 'DNS:redis.example');
$others = new Certificates();
$plain = RedisServer::start(tcp: true);
$tls = RedisServer::start($certificates->config('server'), tls: true);
$strict = RedisServer::start(['tls-auth-clients' => 'yes'] + $certificates->config('server'), tls: true);
$expired = RedisServer::start($certificates->config('expired'), tls: true);
$elsewhere = RedisServer::start($certificates->config('elsewhere'), tls: true);
$acquire = fn(string $address) => fn() => (new RedisLock('k', wait: 0.0, server: $address))->acquire();
$key = $certificates->path('client.key');
$cert = $certificates->path('client.pem');

return [[], [
    'TLS to a plain port' => [$acquire($plain->tlsAddress($certificates, '&connect_timeout=0.2')), 'RedisLockConnectionException: Cannot acquire lock "k" on rediss://<host>:<port>: cannot connect: the server did not finish the TLS handshake within the connect timeout (is this a TLS port? an address without TLS begins with redis://)'],
    'plain to a TLS port' => [$acquire($tls->tcpAddress()), 'RedisLockConnectionException: Cannot acquire lock "k" on redis://<host>:<port>: the connection was closed before the reply came; whether the command was executed is not known (does this port want TLS? then the address begins with rediss://)'],
    'plain to a TLS port, with a password' => [$acquire($tls->tcpAddress(':hunter2')), 'RedisLockConnectionException: Cannot acquire lock "k" on redis://<host>:<port>: cannot connect: the server closed the connection (does this port want TLS? then the address begins with rediss://)'],
    'no ca' => [$acquire("rediss://127.0.0.1:$tls->port"), 'RedisLockConnectionException: Cannot acquire lock "k" on rediss://<host>:<port>: cannot connect: the server\'s certificate is not signed by an authority that this system trusts (name the certificate of the authority that signed it with ca=)'],
    "another authority's ca" => [$acquire($tls->tlsAddress($others)), 'RedisLockConnectionException: Cannot acquire lock "k" on rediss://<host>:<port>: cannot connect: the server\'s certificate is not signed by an authority in <folder>/ca.pem (does ca= name the certificate of the authority that signed it?)'],
    'an expired certificate' => [$acquire($expired->tlsAddress($certificates)), 'RedisLockConnectionException: Cannot acquire lock "k" on rediss://<host>:<port>: cannot connect: the server\'s certificate expired on Sat, 29 Feb 2020 12:00:00 GMT (does it have to be renewed, or is a clock wrong?)'],
    'a certificate for another host' => [$acquire($elsewhere->tlsAddress($certificates)), 'RedisLockConnectionException: Cannot acquire lock "k" on rediss://<host>:<port>: cannot connect: the server\'s certificate is not for 127.0.0.1, but for redis.example (is the address right? its host must be a name that the certificate is for)'],
    'no client certificate' => [$acquire($strict->tlsAddress($certificates)), 'RedisLockConnectionException: Cannot acquire lock "k" on rediss://<host>:<port>: cannot connect: the server demands a client certificate (CertificateRequired) (name its file with cert=, and that of its key with key=)'],
    'a ca that is not there' => [$acquire($tls->tlsAddress($certificates, "&ca={$certificates->path('missing.pem')}")), 'RedisLockConnectionException: Cannot acquire lock "k" on rediss://<host>:<port>: cannot connect: the file of ca=, <folder>/missing.pem, cannot be read: No such file or directory (os error 2)'],
    'a key for a ca' => [$acquire($tls->tlsAddress($certificates, "&ca=$key")), 'RedisLockConnectionException: Cannot acquire lock "k" on rediss://<host>:<port>: cannot connect: the file of ca=, <folder>/client.key, has no certificate in PEM form'],
    'a certificate for a key' => [$acquire($tls->tlsAddress($certificates, "&cert=$cert&key=$cert")), 'RedisLockConnectionException: Cannot acquire lock "k" on rediss://<host>:<port>: cannot connect: the file of key=, <folder>/client.pem, has no private key in PEM form and without a passphrase'],
    "another one's key" => [$acquire($tls->tlsAddress($certificates, "&cert=$cert&key={$certificates->path('server.key')}")), 'RedisLockConnectionException: Cannot acquire lock "k" on rediss://<host>:<port>: cannot connect: the key in <folder>/server.key does not belong to the certificate in <folder>/client.pem'],
]];
