--TEST--
On a server with a password, the thread renews in the database of the address
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start(['requirepass' => 'hunter2'], tcp: true);
$operator = $redis->connect();
$operator->ask('AUTH', 'hunter2');
$operator->ask('ACL', 'SETUSER', 'app', 'on', '>app secret', '~*', '+@all');
$operator->ask('SELECT', 3);
$ttl = time_for(0.6);
foreach ([$redis->tcpAddress(':hunter2', '/3'), "unix://$redis->socket?db=3&user=app&pass=app%20secret"] as $address) {
    $lock = new RedisLock('k', ttl: $ttl, server: $address, autoRenew: true);
    $lock->acquire();
    pause(1.5 * $ttl);
    say('held', $lock->isHeld());
    say('in database 3', $operator->ask('GET', 'k') === $lock->getToken());
    ob_start();
    var_dump($lock);
    phpinfo(INFO_MODULES);
    $text = ob_get_clean();
    say('passwords shown', preg_match('/hunter2|app.secret/', $text));
    say('released', $lock->release());
}
?>
--EXPECT--
held: true
in database 3: true
passwords shown: 0
released: true
held: true
in database 3: true
passwords shown: 0
released: true
