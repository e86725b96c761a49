--TEST--
var_dump(), print_r(), var_export(), debug_zval_dump() and casts show no password
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start(['requirepass' => 'hunter2'], tcp: true);
$locks = [
    new RedisLock('k', server: $redis->tcpAddress(':hunter2', '/2')),
    new RedisLock('k', server: "unix://$redis->socket?pass=hunter2&db=2"),
];
say('acquired', [$locks[0]->acquire(), $locks[1]->tryAcquire()]);
ob_start();
var_dump($locks);
print_r($locks);
var_export($locks);
debug_zval_dump($locks);
echo json_encode($locks);
var_dump((array) $locks[0], get_mangled_object_vars($locks[1]));
$text = ob_get_clean();
say('something is shown', substr_count($text, 'RedisLock'));
say('the server is', substr_count($text, "redis://127.0.0.1:$redis->port/2"));
say('the password is not', substr_count($text, 'hunter2'));
?>
--EXPECT--
acquired: [true,false]
something is shown: 8
the server is: 3
the password is not: 0
