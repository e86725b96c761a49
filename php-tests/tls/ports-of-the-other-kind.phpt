--TEST--
If TLS is used on a port without it, or the other way round, the error asks for the address's kind
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$certificates = (new Certificates())->issue('server');
$plain = RedisServer::start(tcp: true);
$tls = RedisServer::start($certificates->config('server'), tls: true);
$try = function (string $what, string $address) {
    echo "$what => ", failure(fn() => (new RedisLock('k', server: $address))->acquire()), "\n";
};
$try('TLS to a plain Redis', $plain->tlsAddress($certificates, '&connect_timeout=0.3', 'default:hunter2'));
foreach (['Redis' => "-ERR no\r\n", 'a web server' => "HTTP/1.1 400 Bad Request\r\n\r\n", 'a server that closes' => ''] as $kind => $answer) {
    $server = PhpChild::start(<<<'PHP'
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        echo stream_socket_get_name($listener, false), "\n";
        $client = stream_socket_accept($listener, 60.0);
        fread($client, 1000);
        fwrite($client, base64_decode($argv[1]));
        PHP, [base64_encode($answer)]);
    $try("TLS to $kind", "rediss://default:hunter2@{$server->hear()}?connect_timeout=30");
    $server->finish();
}
$try('plain to TLS', $tls->tcpAddress());
$try('plain to TLS, with a password', $tls->tcpAddress('default:hunter2'));
?>
--EXPECT--
TLS to a plain Redis => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server did not finish the TLS handshake within the connect timeout (is this a TLS port? an address without TLS begins with redis://)
TLS to Redis => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server does not speak TLS (is this a TLS port? an address without TLS begins with redis://)
TLS to a web server => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server does not speak TLS (is this a TLS port? an address without TLS begins with redis://)
TLS to a server that closes => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server hung up during the TLS handshake (is this a TLS port? an address without TLS begins with redis://)
plain to TLS => RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: the connection was closed before the reply came; whether the command was executed is not known (does this port want TLS? then the address begins with rediss://)
plain to TLS, with a password => RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: cannot connect: the server closed the connection (does this port want TLS? then the address begins with rediss://)
