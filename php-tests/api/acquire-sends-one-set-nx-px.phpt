--TEST--
An uncontended acquire() is one SET key token NX PX milliseconds and nothing else
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', ttl: 601.5, server: $proxy->address);
$finer = new RedisLock('finer', ttl: 600.0326, server: $proxy->address);

$lock->acquire();
$finer->acquire();
foreach ($proxy->seen() as $words) {
    $words[2] = preg_match('/^[0-9a-f]{32}$/D', $words[2]) ? '<token>' : $words[2];
    echo implode(' ', $words), "\n";
}
?>
--EXPECT--
SET k <token> NX PX 601500
SET finer <token> NX PX 600033
