--TEST--
The key of a shared lock lives as long as the longest lease of its holders, and is gone with the last
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
/** The key's expiry in whole seconds, and whether it is that of the last lease. */
$expiry = function () use ($redis): array {
    $at = $redis->ask('PEXPIRETIME', 'k');
    $last = (int) max(sharers($redis));

    return [(int) round(($at - server_time($redis)) / 1000), abs($at - $last) <= 1];
};
$short = reader($redis, ttl: 100.0);
$long = reader($redis, ttl: 500.0);
$short->acquire();
say('one', $expiry());
$long->acquire();
say('a longer one', $expiry());
say('the longer one goes', [$long->release(), ...$expiry()]);
$long->acquire();
say('the shorter one goes', [$short->release(), ...$expiry()]);
$short->acquire();
say('the longer one gets shorter', [$long->refresh(200.0), ...$expiry(), $long->getTtl()]);
say('shorter than the other', [$long->refresh(50.0), ...$expiry()]);
say('longer again', [$long->refresh(300.0), ...$expiry()]);
$redis->ask('ZADD', 'k', server_time($redis) + 400_000, member($long));
$redis->ask('PEXPIRE', 'k', 400_000);
say('a lease that is longer already is not cut short', [$long->refresh(), ...$expiry()]);
say('the other is as it was', [round($short->getHolder()->remaining), $short->isOwned()]);

// By the clock: the shares end one after the other, and no client sweeps them.
$redis->ask('DEL', 'k');
$brief = reader($redis, ttl: 5.0);
$briefer = reader($redis, ttl: 0.05);
say('two', [$brief->acquire(), $briefer->acquire()]);
await('the end of one', fn() => !$briefer->isOwned());
say('the other has not ended', [$brief->isOwned(), $redis->ask('EXISTS', 'k')]);
await('the end of both', fn() => $redis->ask('EXISTS', 'k') === 0);
say('a writer', writer($redis)->acquire());
?>
--EXPECT--
one: [100,true]
a longer one: [500,true]
the longer one goes: [true,100,true]
the shorter one goes: [true,500,true]
the longer one gets shorter: [true,200,true,200.0]
shorter than the other: [true,100,true]
longer again: [true,300,true]
a lease that is longer already is not cut short: [true,400,true]
the other is as it was: [100.0,true]
two: [true,true]
the other has not ended: [true,1]
a writer: true
