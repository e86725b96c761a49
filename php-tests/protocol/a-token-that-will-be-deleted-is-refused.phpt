--TEST--
While this process may still delete an ended token, no object acquires with it
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$acquire = function (Closure $make): string {
    try {
        return $make()->acquire(0.0) ? 'acquired' : 'not acquired';
    } catch (RedisLockException $e) {
        return str_contains($e->getMessage(), 'minute') ? 'refused for a minute' : $e->getMessage();
    }
};
foreach (['token', 'restore', 'another address', 'after a loss', 'shared', 'quorum'] as $case) {
    $shared = $case === 'shared';
    $servers = servers($case === 'quorum' ? 3 : 1);
    $proxies = array_map(FaultProxy::before(...), $servers);
    $addresses = array_map(fn($proxy) => $proxy->address, $proxies);
    $address = $case === 'quorum' ? $addresses : $addresses[0];
    $other = new RedisLock('other', server: $address, shared: $shared);
    acquire_on_all($other, $servers); // the servers know the scripts, and have connections
    $other->release();
    $lock = new RedisLock('key', 30.0, server: $address, shared: $shared);
    match ($case) {
        'quorum' => lose_before_reply($proxies[2], $proxies[0]),
        default => $proxies[0]->on($shared ? 'EVALSHA' : 'SET', 'lose'),
    };
    say($case, $lock->acquire());
    $token = $lock->getToken();
    if ($case === 'after a loss') {
        $servers[0]->ask('DEL', 'key');
        say('  owned', $lock->isOwned());
    } else {
        say('  released', $lock->release());
    }
    say('  the token', $acquire(fn() => match ($case) {
        'restore', 'after a loss' => RedisLock::restore('key', $token, 30.0, server: $address),
        'another address' => new RedisLock('key', 30.0, server: $servers[0]->address, token: $token),
        default => new RedisLock('key', 30.0, server: $address, shared: $shared, token: $token),
    }));
    say('  another token', $acquire(fn() => new RedisLock('key', 30.0, server: $address, token: 'another')));
}

// A signal handler acquires with it while the deletion awaits its reply.
$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$other = new RedisLock('other', server: "$proxy->address?read_timeout=1");
$other->acquire() && $other->release();
$lock = new RedisLock('key', 30.0, server: "$proxy->address?read_timeout=1");
$proxy->on('SET', 'lose');
$lock->acquire();
$token = $lock->getToken();
$lock->release();
await('the deletion is due', function () use ($other, $proxy) {
    $proxy->seen();
    $other->isLocked();
    return in_array('EVALSHA', array_column($proxy->seen(), 0), true);
});
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($acquire, $redis, $token): void {
    say('in a handler', $acquire(fn() => new RedisLock('key', 30.0, server: $redis->address, token: $token)));
});
$proxy->on('EVALSHA', 'signal', getmypid());
await('the next deletion', function () use ($other): bool {
    static $runs = 0;
    try {
        $other->isLocked();
    } catch (RedisLockConnectionException) {
        return true;
    }
    return ++$runs > 1_000;
});
?>
--EXPECT--
token: true
  released: true
  the token: "refused for a minute"
  another token: "acquired"
restore: true
  released: true
  the token: "refused for a minute"
  another token: "acquired"
another address: true
  released: true
  the token: "refused for a minute"
  another token: "acquired"
after a loss: true
  owned: false
  the token: "refused for a minute"
  another token: "acquired"
shared: true
  released: true
  the token: "refused for a minute"
  another token: "acquired"
quorum: true
  released: true
  the token: "refused for a minute"
  another token: "acquired"
in a handler: "refused for a minute"
