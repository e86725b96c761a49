--TEST--
acquire() on a claim that was taken over, or with a caller-supplied token, does not shorten a longer lease of the same owner; refresh() does
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
foreach ([[], ['shared' => true], ['fenced' => true]] as $kind) {
    $options = ['server' => $redis->address, 'autoRelease' => false] + $kind;
    foreach (['acquire', 'tryAcquire'] as $how) {
        $redis->ask('FLUSHALL');
        $holder = new RedisLock('k', 60.0, 0.0, ...$options, token: 'T');
        $holder->acquire();
        $others = [RedisLock::restore('k', 'T', 1.0, ...$options), new RedisLock('k', 1.0, 0.0, ...$options, token: 'T')];
        $acquired = array_map(fn($other) => $other->$how(), $others);
        $again = array_map(fn($other) => $other->$how(), $others);
        $remaining = array_map(fn($other) => $other->getRemaining() <= 1.0, $others);
        say(key($kind) . " $how", [...$acquired, ...$again, ...$remaining, $redis->ask('PTTL', 'k') > 30_000]);
        say('  refreshed', [RedisLock::restore('k', 'T', 1.0, ...$options)->refresh(), $redis->ask('PTTL', 'k') <= 1000]);
    }
}
?>
--EXPECT--
 acquire: [true,true,true,true,true,true,true]
  refreshed: [true,true]
 tryAcquire: [true,true,true,true,true,true,true]
  refreshed: [true,true]
shared acquire: [true,true,true,true,true,true,true]
  refreshed: [true,true]
shared tryAcquire: [true,true,true,true,true,true,true]
  refreshed: [true,true]
fenced acquire: [true,true,true,true,true,true,true]
  refreshed: [true,true]
fenced tryAcquire: [true,true,true,true,true,true,true]
  refreshed: [true,true]
