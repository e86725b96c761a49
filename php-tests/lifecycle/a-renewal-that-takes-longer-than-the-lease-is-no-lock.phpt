--TEST--
If the reply to acquire() or refresh() on a held lock takes longer than the lease, the lock does not count as held
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

pcntl_async_signals(true);
$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$address = "$proxy->address?read_timeout=60";
$make = fn(float $ttl = 0.5) => new RedisLock('k', ttl: $ttl, server: $address);
$restore = fn(RedisLock $lock) => RedisLock::restore('k', $lock->detach(), 0.5, $address);

/** The server renews the lease. When the lease is over, another client may take the lock. The reply arrives after that. */
function late(string $what, RedisLock $lock, callable $call, bool $isTaken = true): void
{
    global $proxy, $redis;
    pcntl_signal(SIGUSR1, function () use ($proxy, $redis, $isTaken) {
        await('the end of the lease', fn() => $redis->ask('EXISTS', 'k') === 0);
        $isTaken && $redis->ask('SET', 'k', 'another', 'PX', 60_000);
        $proxy->sendKeptReplies();
    });
    $proxy->on('*', 'signal', getmypid());
    say($what, [preg_replace('/ on .*/', '', thrown(fn() => $call($lock))), $lock->isHeld(), $redis->ask('GET', 'k') === 'another', $lock->release()]);
    $redis->ask('DEL', 'k');
}

// The server knows the script from here on, so a renewal is one command.
$first = $make(60.0);
say('renewed', [$first->acquire(), $first->acquire(), $first->isHeld(), $first->release()]);
$cases = [
    'acquire' => [$make(), fn($lock) => $lock->acquire(0.0)],
    'refresh' => [$make(), fn($lock) => $lock->refresh()],
    'a longer one' => [$make(), fn($lock) => $lock->refresh(0.6)],
    'synchronized' => [$make(), fn($lock) => $lock->synchronized(fn() => print("The work runs.\n"), 0.0)],
];
foreach ($cases as $what => [$lock, $call]) {
    $lock->acquire();
    late($what, $lock, $call);
    $lock->acquire();
    late("$what, taken over", $restore($lock), $call);
}
$lock = $make(5.0);
$lock->acquire();
late('there is time to try again', $lock, fn($lock) => $lock->acquire(60.0), isTaken: false);
say('left', $redis->locks());
?>
--EXPECT--
renewed: [true,true,true,true]
acquire: ["nothing thrown, returned false",false,true,false]
acquire, taken over: ["nothing thrown, returned false",false,true,false]
refresh: ["nothing thrown, returned false",false,true,false]
refresh, taken over: ["nothing thrown, returned false",false,true,false]
a longer one: ["nothing thrown, returned false",false,true,false]
a longer one, taken over: ["nothing thrown, returned false",false,true,false]
synchronized: ["RedisLockTimeoutException: Lock \"k\"",false,true,false]
synchronized, taken over: ["RedisLockTimeoutException: Lock \"k\"",false,true,false]
there is time to try again: ["nothing thrown, returned true",true,false,true]
left: []
