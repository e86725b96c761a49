--TEST--
A renewal without a reply does not use up the lease: the lease at the moment of release(), or of the work's end, counts
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$ttl = time_for(0.25);
$lock = fn() => new RedisLock('k', ttl: $ttl, server: "$proxy->address?read_timeout=30", autoRenew: true);
/** The renewal is the first that comes by EVAL or EVALSHA; its line is silent from then on. */
$silence = function () use ($proxy, $redis) {
    $proxy->seen();
    $proxy->on('EVALSHA', 'hang');
    return fn() => await('the renewal', fn() => array_filter($proxy->seenNames(), fn($name) => str_starts_with($name, 'EVAL')) !== []);
};
/** Until the machine was quick enough for a piece of work to end well within the lease. */
$lost = 0;
$often = function (callable $try) use (&$lost): mixed {
    do {
        $before = RedisLock::stats()['lost'];
        [$was_held, $outcome] = $try();
    } while (!$was_held);
    $lost += RedisLock::stats()['lost'] - $before;
    return $outcome;
};
// A new process's script is known.
$redis->ask('EVAL', 'return 1', 0);
say('released', $often(function () use ($lock, $silence, $ttl) {
    $one = $lock();
    $await = $silence();
    $one->acquire();
    $await();
    $was_held = $one->getRemaining() > $ttl / 4;
    return [$was_held, $one->release()];
}));
say('synchronized', $often(function () use ($lock, $silence, $ttl) {
    $await = $silence();
    $was_held = false;
    $outcome = thrown(function () use ($lock, $await, $ttl, &$was_held) {
        return $lock()->synchronized(function (RedisLock $lock) use ($await, $ttl, &$was_held) {
            $await();
            $was_held = $lock->getRemaining() > $ttl / 4;
            return 'done';
        });
    });
    return [$was_held, $outcome];
}));
// The same at a suspended server: the release cannot reach it, but the work was done under the lock.
say('suspended', $often(function () use ($redis, $ttl) {
    $was_held = false;
    $outcome = thrown(function () use ($redis, $ttl, &$was_held) {
        $lock = new RedisLock('k', ttl: $ttl, server: "$redis->address?read_timeout=" . 2 * $ttl, autoRenew: true);
        return $lock->synchronized(function (RedisLock $lock) use ($redis, $ttl, &$was_held) {
            $redis->suspend();
            compute($ttl / 3); // a renewal is due
            $was_held = $lock->getRemaining() > $ttl / 4;
            return 'done';
        });
    });
    $redis->resume();
    return [$was_held, $outcome];
}));
say('lost', $lost);
?>
--EXPECT--
released: true
synchronized: "nothing thrown, returned \"done\""
suspended: "nothing thrown, returned \"done\""
lost: 0
