--TEST--
A socket's path may have spaces and other bytes, percent-encoded
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
foreach (['with space' => 'with%20space', 'with?mark' => 'with%3Fmark', 'with#hash' => 'with%23hash', '100%' => '100%25', 'äöü' => '%C3%A4%C3%B6%C3%BC', 'ñ' => 'ñ'] as $name => $escaped) {
    symlink($redis->socket, "$redis->directory/$name");
    $lock = new RedisLock('k', server: "unix://$redis->directory/$escaped");
    say($name, $lock->acquire());
}
?>
--EXPECT--
with space: true
with?mark: true
with#hash: true
100%: true
äöü: true
ñ: true
