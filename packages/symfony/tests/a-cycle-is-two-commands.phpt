--TEST--
An acquisition and its release are two commands: the expiry that Symfony puts off at once is not sent again, one that differs is; an attempt is one
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\LockFactory;

$redis = RedisServer::start();
$monitor = Monitor::of($redis);
foreach (['not renewed' => false, 'renewed' => true] as $how => $autoRenew) {
    $factory = new LockFactory(new RedisLockStore($redis->address, autoRenew: $autoRenew));
    $commands = function (callable $work) use ($monitor): array {
        $monitor->seen('//');
        $work();
        // Not those that scripts call.
        return array_map(fn(string $line) => explode('"', $line)[1], $monitor->seen('/^(?!.* lua\])/'));
    };
    $cycle = function (float $ttl) use ($factory): void {
        $lock = $factory->createLock('k', $ttl);
        $lock->acquire();
        $lock->release();
    };
    $cycle(300.0); // the connection, and the scripts
    $cycle(10.0);
    echo "$how:\n";
    say('the ttl of the store', $commands(fn() => $cycle(300.0)));
    say('another one', $commands(fn() => $cycle(10.0)));
    $lock = $factory->createLock('k');
    $lock->acquire();
    $lock->isAcquired();
    say('a refresh later', $commands(fn() => $lock->refresh()));
    say('the question whether it is acquired', $commands(fn() => $lock->isAcquired()));
    say('an attempt of somebody else', $commands(fn() => $factory->createLock('k')->acquire()));
    $lock->release();
}
?>
--EXPECT--
not renewed:
the ttl of the store: ["SET","EVALSHA"]
another one: ["SET","EVALSHA","EVALSHA"]
a refresh later: ["EVALSHA"]
the question whether it is acquired: ["EVALSHA"]
an attempt of somebody else: ["SET"]
renewed:
the ttl of the store: ["SET","EVALSHA"]
another one: ["SET","EVALSHA"]
a refresh later: ["EVALSHA"]
the question whether it is acquired: ["EVALSHA"]
an attempt of somebody else: ["SET"]
