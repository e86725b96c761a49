--TEST--
setPoll() takes a callable or null and holds for the process; what the callable throws ends the call; redislock.event_loop is auto or off
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$holder = new RedisLock('k', ttl: 60.0, server: $redis->address);
$holder->acquire();
$waiter = new RedisLock('k', wait: 60.0, server: $redis->address);

say('no callable', failure(fn() => RedisLock::setPoll('no_such_function')));
say('returns', RedisLock::setPoll(null));

$seen = [];
RedisLock::setPoll(function ($stream, $seconds) use (&$seen, $redis) {
    $seen[] = [get_resource_type($stream), is_float($seconds) && $seconds > 0.0 && $seconds <= 60.0];
    throw new DomainException('enough');
});
say('what it throws comes out', failure(fn() => $waiter->acquire()));
say('it gets a stream and seconds', $seen === [['stream', true]]);
say('no waiter is left', $redis->seats());
say('the lock is not held', $waiter->isHeld());

// It may return at any time.
$calls = 0;
RedisLock::setPoll(function ($stream, float $seconds) use (&$calls, $holder) {
    if (++$calls === 3) {
        RedisLock::setPoll(null); // during its own call
        $holder->release();
    }
});
say('it may return early', $waiter->acquire());
say('calls', $calls);
$waiter->release();

// The stream is closed after the call.
RedisLock::setPoll(function ($stream, float $seconds) use (&$kept) {
    $kept = $stream;
    $none = null;
    $read = [$stream];
    stream_select($read, $none, $none, 1);
});
$holder->acquire();
await('a call that suspends', function () use ($waiter, &$kept) { // on a slow machine the time is up before
    return !$waiter->acquire(0.2) && $kept !== null;
});
say('its stream is closed', get_debug_type($kept));
$holder->release();
RedisLock::setPoll(null);

say('the setting', ini_get('redislock.event_loop'));
say('off', ini_set('redislock.event_loop', 'off'));
say('anything else', ini_set('redislock.event_loop', 'on'));
say('the setting', ini_get('redislock.event_loop'));
?>
--EXPECT--
no callable: "TypeError: RedisLock::setPoll(): Argument #1 ($poll) must be a valid callback or null, function \"no_such_function\" not found or invalid function name"
returns: null
what it throws comes out: "DomainException: enough"
it gets a stream and seconds: true
no waiter is left: []
the lock is not held: false
it may return early: true
calls: 3
its stream is closed: "resource (closed)"
the setting: "auto"
off: "auto"
anything else: false
the setting: "off"
