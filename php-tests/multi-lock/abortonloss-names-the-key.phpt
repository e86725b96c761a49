--TEST--
abortOnLoss throws once, and names the key that is lost; what is left of a lost multi-lock does not hinder its next acquisition
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$lock = new RedisMultiLock(['a', 'b', 'c'], ttl: 5.0, autoRenew: true, abortOnLoss: true, server: $redis->address);
$lock->acquire();
await_renewals();
$thrown = 0;
foreach (['DEL', 'SET'] as $command) {
    $lock->acquire();
    await_renewals();
    try {
        $redis->ask($command, 'b', ...$command === 'SET' ? ['another-client'] : []);
        for ($end = now() + 60.0; now() < $end;) {
            usleep(1_000);
        }
    } catch (RedisLockLostException $exception) {
        $thrown++;
        echo preg_replace('#unix://\S+#', 'unix://...', $exception->getMessage()), "\n";
    }
    say('held, released', [$lock->isHeld(), $lock->release()]);
    say('keys', $redis->ask('MGET', 'a', 'b', 'c'));
    $redis->ask('DEL', 'b');
}
say('thrown', $thrown);
say('acquired again', [$lock->acquire(), $lock->release()]);

// Without a release in between: what is left of the lost locks is no hindrance.
$lock->acquire();
await_renewals();
try {
    $redis->ask('DEL', 'c');
    await('the exception', fn() => false);
} catch (RedisLockLostException) {
}
say('acquired again at once', [$lock->acquire(10.0), $lock->isOwned(), $lock->release()]);
say('keys', $redis->ask('MGET', 'a', 'b', 'c'));
?>
--EXPECT--
Multi-lock "a", "b" and "c" on unix://... was lost with "b": its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it
held, released: [false,false]
keys: [null,null,null]
Multi-lock "a", "b" and "c" on unix://... was lost with "b": another owner holds its key now: it had been deleted, was overwritten, or expired on the server
held, released: [false,false]
keys: [null,"another-client",null]
thrown: 2
acquired again: [true,true]
acquired again at once: [true,true,true]
keys: [null,null,null]
