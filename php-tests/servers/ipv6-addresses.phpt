--TEST--
An IPv6 address in brackets is connected to, and shown, as one
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start(['bind' => ['127.0.0.1', '-::1']], tcp: true);
$lock = new RedisLock('k', server: "redis://[::1]:$redis->port/2");
preg_match('/\[server\] => (.*)/', print_r($lock, true), $found);
echo str_replace((string) $redis->port, '<port>', $found[1]), "\n";
$result = thrown(fn() => $lock->acquire());
// If the machine has no IPv6, the error must be the system's.
say('acquired, or refused by the system', preg_match('/returned true$|Cannot assign requested address|Address family not supported|Connection refused/', $result));
?>
--EXPECT--
redis://[::1]:<port>/2
acquired, or refused by the system: 1
