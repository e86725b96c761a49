--TEST--
With a listener, a lock without autoRenew asks the server after the end of its lease, as without one
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
/** What the methods return after the lease's end by this process's clock, while the key lives on. */
function after_the_lease(): array
{
    global $redis, $told;
    $returned = [];
    foreach (['isOwned', 'refresh', 'release', 'synchronized'] as $method) {
        $lock = new RedisLock('a', ttl: is_slow() ? 3.0 : 0.2, server: $redis->address);
        $outlives = function () use ($redis, $lock, &$told) {
            $redis->ask('PEXPIRE', 'a', 60_000);
            await('the end of the lease', fn() => !$lock->isHeld());
            // An interrupt is served between two statements.
            $told === null || await('the loss', function () use (&$told) {
                return in_array('lost', $told, true);
            });
            return true;
        };
        if ($method === 'synchronized') {
            $returned[$method] = $lock->synchronized($outlives);
        } else {
            $lock->acquire();
            $outlives();
            $returned[$method] = [$lock->isHeld(), $lock->$method(), $lock->isHeld(), $lock->release()];
        }
        $returned[] = $redis->ask('DEL', 'a');
        $told === null || $told = [];
    }
    return $returned;
}

$told = null;
$without = after_the_lease();
$told = [];
RedisLock::listen(function (RedisLockEvent $event) use (&$told) {
    $told[] = $event->type;
});
say('with a listener', $with = after_the_lease());
say('the same', $with === $without);
?>
--EXPECT--
with a listener: {"isOwned":[false,true,true,true],"0":0,"refresh":[false,true,true,true],"1":0,"release":[false,true,false,false],"2":0,"synchronized":true,"3":0}
the same: true
