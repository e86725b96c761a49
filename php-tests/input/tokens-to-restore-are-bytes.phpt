--TEST--
A token to restore is compared byte for byte
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
foreach (["\0\xff\r\n", '0', '0e1', str_repeat('t', 65_536)] as $token) {
    $redis->ask('SET', 'k', $token);
    say('owned', RedisLock::restore('k', $token, server: $redis->address)->isOwned());
    $redis->ask('SET', 'k', $token);
    $near = [substr("$token\0", -65_536), substr($token, 0, -1) . 'x', substr($token, 1) . 'x', '0e2', '00'];
    say('owned by others', array_map(fn($other) => RedisLock::restore('k', $other, server: $redis->address)->isOwned(), $near));
    say('key', $redis->ask('GET', 'k') === $token);
}
?>
--EXPECT--
owned: true
owned by others: [false,false,false,false,false]
key: true
owned: true
owned by others: [false,false,false,false,false]
key: true
owned: true
owned by others: [false,false,false,false,false]
key: true
owned: true
owned by others: [false,false,false,false,false]
key: true
