--TEST--
If the server falls silent while a waiter leaves the queue, the call returns after one time-out, not one for each command
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$timeout = 6.0;
$proxy = FaultProxy::before($redis);
// From here on the server knows the script of the last attempt.
$redis->ask('SET', 'other', 'another-client');
(new RedisLock('other', server: $redis->address))->acquire(0.05);
$redis->ask('DEL', 'other');
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$holder->acquire();
$others = queued_waiters($redis, 1); // so it has a seat: a sleeper sends nothing when it leaves
$leaver = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', server: $argv[1]);
    hear();
    $acquired = $lock->acquire(5.0);
    echo json_encode([$acquired, $lock->getWaited() - 5.0]), "\n";
    PHP, ["$proxy->address?read_timeout=$timeout"]);
$lateness = lateness();
$leaver->tell('go');
await_queue($redis, 2);
// The server replies to the last attempt, somewhat later, and to nothing after that.
$proxy->seen();
$proxy->on('EVALSHA 6', 'late', $timeout / 4);
await('the last attempt', fn() => in_array(6, array_map(count(...), $proxy->seen()), true));
$proxy->always('CLIENT', 'hang')->always('EVAL', 'hang')->always('EVALSHA', 'hang');
[$acquired, $late] = json_decode($leaver->hear());
say('acquired', $acquired);
say('one time-out', time_outs($late, $timeout) >= 1 && time_outs($late - $lateness(), $timeout) <= 1 ?: $late);
?>
--EXPECT--
acquired: false
one time-out: true
