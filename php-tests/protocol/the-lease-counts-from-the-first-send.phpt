--TEST--
The lease counts from the first send, not from the reply, and holds back 1 % and 2 ms
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
const TTL = 60.0;
const MOST = TTL - 0.01 * TTL - 0.002;
$lock = new RedisLock('k', ttl: TTL, server: $proxy->address);
$delays = [
    'no delay' => fn() => $proxy,
    'SET answered late' => fn() => $proxy->on('SET', 'delay', 0.6),
    'SET lost late, then repeated' => fn() => $proxy->on('SET', 'close', 0.6),
];
foreach ($delays as $what => $prepare) {
    $prepare();
    $before = now();
    $lock->acquire();
    $remaining = $lock->getRemaining();
    $took = now() - $before;
    $delay = $what === 'no delay' ? 0.0 : 0.6;
    say("$what: not more than what is safe", $remaining <= MOST - $delay);
    say("$what: not less than that either", $remaining >= MOST - $took);
    $lock->release();
}
$proxy = FaultProxy::before($redis); // nothing has been left behind there
$lock = new RedisLock('k', ttl: TTL, server: $proxy->address);
$lock->acquire();
foreach (['refresh', 'acquire', 'isOwned'] as $method) {
    $redis->ask('PEXPIRE', 'k', $method === 'isOwned' ? '60000' : '30000');
    $proxy->on('EVALSHA', 'delay', 0.6);
    $before = now();
    $lock->$method();
    $remaining = $lock->getRemaining();
    $took = now() - $before;
    // isOwned() sees what the server has left, which is a little less.
    say("$method: not more than what is safe", $remaining <= MOST - 0.6);
    say("$method: not less than that either", $remaining >= MOST - $took - ($method === 'isOwned' ? 10.0 : 0.0));
}
?>
--EXPECT--
no delay: not more than what is safe: true
no delay: not less than that either: true
SET answered late: not more than what is safe: true
SET answered late: not less than that either: true
SET lost late, then repeated: not more than what is safe: true
SET lost late, then repeated: not less than that either: true
refresh: not more than what is safe: true
refresh: not less than that either: true
acquire: not more than what is safe: true
acquire: not less than that either: true
isOwned: not more than what is safe: true
isOwned: not less than that either: true
