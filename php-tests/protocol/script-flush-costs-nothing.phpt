--TEST--
After SCRIPT FLUSH between two calls the script is sent again
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
// A new key each time, because a client that takes the same lock in a loop sometimes releases by a script that checks for waiters.
$acquired = function () use ($redis): RedisLock {
    static $number = 0;
    $lock = new RedisLock('k' . ++$number, server: $redis->address);
    $lock->acquire();
    return $lock;
};
foreach (['release', 'refresh', 'isOwned'] as $method) {
    for ($n = 0; $n < 2; $n++) {
        $lock = $acquired();
        $redis->ask('SCRIPT', 'FLUSH');
        $redis->ask('CONFIG', 'RESETSTAT');
        say($method, $lock->$method());
        say('sent', array_intersect_key($redis->commands(), ['eval' => 0, 'evalsha' => 0]));
    }
    $lock = $acquired();
    $redis->ask('CONFIG', 'RESETSTAT');
    $lock->$method();
    say('sent without the flush', array_intersect_key($redis->commands(), ['eval' => 0, 'evalsha' => 0]));
}
?>
--EXPECT--
release: true
sent: {"eval":1,"evalsha":1}
release: true
sent: {"eval":1,"evalsha":1}
sent without the flush: {"evalsha":1}
refresh: true
sent: {"eval":1,"evalsha":1}
refresh: true
sent: {"eval":1,"evalsha":1}
sent without the flush: {"evalsha":1}
isOwned: true
sent: {"eval":1,"evalsha":1}
isOwned: true
sent: {"eval":1,"evalsha":1}
sent without the flush: {"evalsha":1}
