--TEST--
stats() counts acquisitions, waits, losses, errors and connections
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);
$rival = new RedisLock('k', server: $redis->address);

function changes(string $after): void
{
    static $last = null;
    $now = RedisLock::stats();
    $grown = [];
    foreach (['wait_seconds', 'hold_seconds'] as $name) {
        $now[$name] > ($last[$name] ?? 0.0) && $grown[$name] = 'grew';
    }
    $counts = array_diff_key($now, ['wait_seconds' => 0, 'hold_seconds' => 0]);
    $changed = array_filter(array_combine(
        array_keys($counts),
        array_map(fn($name) => $counts[$name] - ($last[$name] ?? 0), array_keys($counts)),
    ));
    say($after, $changed + $grown);
    $last = $now;
}

$lock->acquire();
changes('acquire');
$rival->tryAcquire();
changes('tryAcquire without success');
$rival->acquire(0.0);
changes('acquire(0) without success');
$lock->refresh();
changes('refresh');
$lock->acquire();
changes('acquire again');
$lock->release();
changes('release');
$lock->release();
changes('release again');
$lock->acquire();
$redis->ask('DEL', 'k');
$lock->release();
changes('acquire and lose');
$restored = RedisLock::restore('k', 'of another process', server: $redis->address);
$restored->isOwned();
changes('a token whose lock has gone');
$restored->refresh();
$restored->acquire();
changes('acquire with it');
$redis->ask('DEL', 'k');
$restored->refresh();
changes('and lose');
$lock->synchronized(fn() => 1);
changes('synchronized');
$lock->acquire();
$lock->forceRelease();
changes('acquire and forceRelease');
$lock->isOwned();
$lock->isLocked();
changes('questions');
$redis->killClients();
$lock->isLocked();
changes('a connection killed');
$redis->stop();
try {
    $lock->acquire();
} catch (RedisLockConnectionException) {
}
changes('an error');
?>
--EXPECT--
acquire: {"acquired":1,"attempts":1,"connections":1,"held":1,"wait_seconds":"grew"}
tryAcquire without success: {"contended":1,"attempts":1,"wait_seconds":"grew"}
acquire(0) without success: {"contended":1,"timeouts":1,"attempts":1,"wait_seconds":"grew"}
refresh: {"renewed":1}
acquire again: {"renewed":1,"wait_seconds":"grew"}
release: {"released":1,"held":-1,"hold_seconds":"grew"}
release again: []
acquire and lose: {"acquired":1,"lost":1,"attempts":1,"wait_seconds":"grew","hold_seconds":"grew"}
a token whose lock has gone: []
acquire with it: {"acquired":1,"attempts":1,"held":1,"wait_seconds":"grew"}
and lose: {"lost":1,"held":-1,"hold_seconds":"grew"}
synchronized: {"acquired":1,"released":1,"attempts":1,"wait_seconds":"grew","hold_seconds":"grew"}
acquire and forceRelease: {"acquired":1,"released":1,"attempts":1,"wait_seconds":"grew","hold_seconds":"grew"}
questions: []
a connection killed: {"reconnects":1}
an error: {"attempts":1,"errors":1,"connections":-1,"wait_seconds":"grew"}
