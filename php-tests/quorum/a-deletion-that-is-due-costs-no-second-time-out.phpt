--TEST--
If a deletion is due, and all servers of a quorum are suspended, a call takes one time-out
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

const TIMEOUT = 1.0;

$servers = servers(3);
$server = addresses($servers, '?read_timeout=' . TIMEOUT);
$suspend = fn() => array_map(fn(RedisServer $server) => $server->suspend(), $servers);
$resume = fn() => array_map(fn(RedisServer $server) => $server->resume(), $servers);

$lateness = lateness();
$used = new RedisLock('used', server: $server);
$used->acquire() && $used->release();
foreach (['tryAcquire', 'isLocked'] as $method) {
    $left = new RedisLock('left', server: $server);
    $left->acquire();
    $suspend();
    unset($left);
    $resume();
    await('the servers', fn() => $used->tryAcquire() && $used->release()); // deletes what is left, and has it deleted again soon
    usleep(20_000); // soon
    $lock = new RedisLock('other', server: $server);
    $suspend();
    $lateness();
    $start = now();
    thrown(fn() => $lock->$method());
    $took = now() - $start;
    say("$method: one time-out", time_outs($took, TIMEOUT) >= 1 && time_outs($took - $lateness(), TIMEOUT) <= 1 ?: $took);
    $resume();
    await('the servers', fn() => is_bool(RedisLock::restore('other', 'token', server: $server)->release()));
}
?>
--EXPECT--
tryAcquire: one time-out: true
isLocked: one time-out: true
