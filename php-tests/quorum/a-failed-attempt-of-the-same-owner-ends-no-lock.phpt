--TEST--
An attempt with a caller-supplied token that too few servers answer deletes nothing, because another process holds the lock with it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

const ATTEMPT = <<<'PHP'
    $lock = new RedisLock(...unserialize($argv[1]) + ['key' => 'k', 'ttl' => 60.0, 'wait' => 0.0, 'token' => 'T']);
    // The connections are there, so what is sent arrives late. The machine may be slow.
    await('an answer', function () use ($lock) {
        try {
            return is_bool($lock->isLocked());
        } catch (RedisLockConnectionException) {
            return false;
        }
    });
    echo "ready\n";
    hear();
    echo preg_match('/only \d of 3 servers answered/', $thrown = thrown(fn() => $lock->tryAcquire())) ? 'too few' : $thrown, "\n";
    PHP;
foreach (['plain' => [], 'fenced' => ['fenced' => true], 'shared' => ['shared' => true]] as $kind => $options) {
    $servers = servers(3);
    $addresses = addresses($servers, '?read_timeout=1.5&connect_timeout=1.5');
    $lock = new RedisLock('k', 60.0, 1.0, $addresses, token: 'T', fenced: $kind === 'fenced');
    say("$kind, acquired", $lock->acquire());
    await('all servers to have it', fn() => holders($servers, 'k') === 3);
    foreach ([[1, 2], [0, 2], [0, 1]] as $suspended) {
        $other = PhpChild::start(ATTEMPT, [serialize($options + ['server' => $addresses])]);
        $other->hear();
        array_map(fn($n) => $servers[$n]->suspend(), $suspended);
        $other->tell('go');
        say('an attempt that cannot succeed', $other->hear());
        array_map(fn($n) => $servers[$n]->resume(), $suspended);
        $other->finish();
    }
    say('all servers hold the lock', array_map(fn($server) => $server->ask('TYPE', 'k'), $servers));
    say('its process holds it', [$lock->isHeld(), $lock->isOwned()]);
    foreach ([true, false] as $shared) {
        $stranger = new RedisLock('k', 60.0, 0.0, $addresses, shared: $shared);
        say('another owner gets in', $stranger->tryAcquire());
    }
    say('released', $lock->release());
    await('no holder', fn() => holders($servers, 'k') === 0);

    // If the lock was free, the remains of the attempt block it only briefly.
    $other = PhpChild::start(ATTEMPT, [serialize($options + ['server' => $addresses])]);
    $other->hear();
    array_map(fn($n) => $servers[$n]->suspend(), [1, 2]);
    $other->tell('go');
    say('an attempt that cannot succeed', $other->hear());
    array_map(fn($n) => $servers[$n]->resume(), [1, 2]);
    $other->finish();
    $stranger = new RedisLock('k', 60.0, 30.0, $addresses);
    say('another owner gets in before the ttl is over', $stranger->acquire());
    $stranger->release();
    say('the same owner', [acquire_again($lock), $lock->getRemaining() > 50.0]);
    // A server whose new connection is not there within 50 ms is left out, but not the next time.
    await('the whole ttl everywhere', fn() => min(array_map(fn($server) => $server->ask('PTTL', 'k'), $servers)) > 40_000
        || $lock->release() && !acquire_again($lock));
    $lock->release();
}
?>
--EXPECT--
plain, acquired: true
an attempt that cannot succeed: "too few"
an attempt that cannot succeed: "too few"
an attempt that cannot succeed: "too few"
all servers hold the lock: ["string","string","string"]
its process holds it: [true,true]
another owner gets in: false
another owner gets in: false
released: true
an attempt that cannot succeed: "too few"
another owner gets in before the ttl is over: true
the same owner: [true,true]
fenced, acquired: true
an attempt that cannot succeed: "too few"
an attempt that cannot succeed: "too few"
an attempt that cannot succeed: "too few"
all servers hold the lock: ["string","string","string"]
its process holds it: [true,true]
another owner gets in: false
another owner gets in: false
released: true
an attempt that cannot succeed: "too few"
another owner gets in before the ttl is over: true
the same owner: [true,true]
shared, acquired: true
an attempt that cannot succeed: "too few"
an attempt that cannot succeed: "too few"
an attempt that cannot succeed: "too few"
all servers hold the lock: ["string","string","string"]
its process holds it: [true,true]
another owner gets in: false
another owner gets in: false
released: true
an attempt that cannot succeed: "too few"
another owner gets in before the ttl is over: true
the same owner: [true,true]
