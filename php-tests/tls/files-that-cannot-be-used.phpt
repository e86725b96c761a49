--TEST--
If files of ca=, cert= and key= are missing, invalid or do not match, the error names them; the next connection reads them anew
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$certificates = (new Certificates())->issue('server')->issue('client', 'DNS:client');
$redis = RedisServer::start($certificates->config('server'), tls: true);
$file = function (string $name, string $content) use ($certificates): string {
    file_put_contents($certificates->path($name), $content);
    return $certificates->path($name);
};
$key = $certificates->path('client.key');
$cert = $certificates->path('client.pem');
exec('mkfifo ' . escapeshellarg($fifo = $certificates->path('fifo')));
$garbage = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
$options = [
    'no ca' => "&ca={$certificates->path('missing.pem')}",
    'a directory' => '&ca=' . dirname($certificates->ca),
    'a device' => '&ca=/dev/zero',
    'a FIFO' => "&ca=$fifo",
    'more than 16 MiB' => "&ca={$file('large.pem', str_repeat(' ', (16 << 20) + 1))}",
    'a device for a cert' => "&cert=/dev/zero&key=$key",
    'a FIFO for a key' => "&cert=$cert&key=$fifo",
    'a key for a ca' => "&ca=$key",
    'an empty ca' => "&ca={$file('empty.pem', '')}",
    'a ca cut off' => "&ca={$file('half.pem', substr(file_get_contents($certificates->ca), 0, 200))}",
    'a ca of garbage' => "&ca={$file('garbage.pem', $garbage)}",
    'no cert' => "&cert={$certificates->path('missing.pem')}&key=$key",
    'no key' => "&cert=$cert&key={$certificates->path('missing.key')}",
    'a certificate for a key' => "&cert=$cert&key=$cert",
    "another one's key" => "&cert=$cert&key={$certificates->path('server.key')}",
    'a key of garbage' => "&cert=$cert&key={$file('garbage.key', str_replace('CERTIFICATE', 'PRIVATE KEY', $garbage))}",
];
$before = $redis->info('total_connections_received');
foreach ($options as $what => $option) {
    $lock = new RedisLock('k', server: $redis->tlsAddress($certificates, $option, 'default:hunter2'));
    echo "$what => ", preg_replace('#/\S*/certificates-\w+#', '...', failure(fn() => $lock->acquire())), "\n";
}
say('connections tried', $redis->info('total_connections_received') - $before);
$lock = new RedisLock('k', server: $redis->tlsAddress($certificates, '&ca=' . $file('empty.pem', file_get_contents($certificates->ca))));
say('filled', [$lock->acquire(), $lock->release()]);
?>
--EXPECT--
no ca => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of ca=, .../missing.pem, cannot be read: No such file or directory (os error 2)
a directory => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of ca=, ..., cannot be read: it is not a regular file
a device => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of ca=, /dev/zero, cannot be read: it is not a regular file
a FIFO => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of ca=, .../fifo, cannot be read: it is not a regular file
more than 16 MiB => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of ca=, .../large.pem, cannot be read: it has more than 16 MiB
a device for a cert => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of cert=, /dev/zero, cannot be read: it is not a regular file
a FIFO for a key => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of key=, .../fifo, cannot be read: it is not a regular file
a key for a ca => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of ca=, .../client.key, has no certificate in PEM form
an empty ca => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of ca=, .../empty.pem, has no certificate in PEM form
a ca cut off => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of ca=, .../half.pem, is not good PEM
a ca of garbage => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of ca=, .../garbage.pem, has a certificate that cannot be read
no cert => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of cert=, .../missing.pem, cannot be read: No such file or directory (os error 2)
no key => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of key=, .../missing.key, cannot be read: No such file or directory (os error 2)
a certificate for a key => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of key=, .../client.pem, has no private key in PEM form and without a passphrase
another one's key => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the key in .../server.key does not belong to the certificate in .../client.pem
a key of garbage => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the file of key=, .../garbage.key, has a private key of an unknown kind
connections tried: 0
filled: [true,true]
