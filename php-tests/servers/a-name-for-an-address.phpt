--TEST--
A host can be given by its name, over TCP and over TLS, where the certificate must be for that name
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('the name localhost'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start(['requirepass' => 'of default'], tcp: true);
$redis->ask('AUTH', 'of default');
$redis->ask('SELECT', 5);
$lock = new RedisLock('k', server: "redis://:of%20default@localhost:$redis->port/5");
say('acquired', $lock->acquire());
say('key is there', $redis->ask('GET', 'k') === $lock->getToken());
$redis->killClients();
say('after a reconnect', [$lock->refresh(), $lock->isOwned(), $lock->release()]);

$certificates = (new Certificates())->issue('server')->issue('number', 'IP:127.0.0.1')->issue('name', 'DNS:localhost');
foreach (['server', 'number', 'name'] as $name) {
    $redis = RedisServer::start($certificates->config($name), tls: true);
    foreach (['localhost', '127.0.0.1'] as $host) {
        $lock = new RedisLock('k', server: "rediss://$host:$redis->port?ca=$certificates->ca");
        echo "certificate $name, host $host => ", failure($lock->tryAcquire(...)), "\n";
        $lock->isHeld() && $lock->release();
    }
}
?>
--EXPECT--
acquired: true
key is there: true
after a reconnect: [true,true,true]
certificate server, host localhost => nothing thrown, returned true
certificate server, host 127.0.0.1 => nothing thrown, returned true
certificate number, host localhost => RedisLockConnectionException: Cannot acquire lock "k" on rediss://localhost:<port>: cannot connect: the server's certificate is not for localhost, but for 127.0.0.1 (is the address right? its host must be a name that the certificate is for)
certificate number, host 127.0.0.1 => nothing thrown, returned true
certificate name, host localhost => nothing thrown, returned true
certificate name, host 127.0.0.1 => RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server's certificate is not for 127.0.0.1, but for localhost (is the address right? its host must be a name that the certificate is for)
