--TEST--
var_dump() and print_r() show key and state
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: "$redis->address?db=3");
$state = function () use ($lock) {
    ob_start();
    var_dump($lock);
    preg_match('/\["state"\]=>\s+string\(\d+\) "(\w+)"/', ob_get_clean(), $found);
    return $found[1];
};
var_dump($lock);
print_r(new RedisLock("\xff\0", ttl: 1.5));
$lock->acquire();
say('acquired', $state());
$lock->release();
say('released', $state());
$lock->acquire();
$redis->ask('FLUSHALL');
$lock->refresh();
say('lost', $state());
$lock->acquire();
$lock->refresh(0.01);
await('the end of the lease', fn() => !$lock->isHeld());
say('run out', $state());
$restored = RedisLock::restore('k', 't');
preg_match('/\[state\] => (\w+)/', print_r($restored, true), $found);
say('restored', $found[1]);
?>
--EXPECTF--
object(RedisLock)#%d (5) {
  ["key"]=>
  string(1) "k"
  ["state"]=>
  string(4) "free"
  ["ttl"]=>
  float(30)
  ["remaining"]=>
  float(0)
  ["server"]=>
  string(%d) "unix://%s/redis.sock?db=3"
}
RedisLock Object
(
    [key] => \xff\x00
    [state] => free
    [ttl] => 1.5
    [remaining] => 0
    [server] => redis://127.0.0.1:6379
)
acquired: "held"
released: "free"
lost: "lost"
run out: "expired"
restored: "unknown"
