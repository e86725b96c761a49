--TEST--
An acquisition and its release are two commands, and an attempt is one; Symfony's immediate putOffExpiration() is sent only if its expiry differs
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\LockFactory;

$redis = RedisServer::start(tcp: true);
$monitor = Monitor::of($redis);
foreach (['not renewed' => false, 'renewed' => true] as $how => $autoRenew) {
    $factory = new LockFactory(new RedisLockStore($redis->tcpAddress(), autoRenew: $autoRenew));
    $commands = function (callable $work) use ($monitor, &$connection): array {
        $monitor->seen('//');
        $work();
        // The commands of this connection, because renewals have one of their own. EVAL follows NOSCRIPT.
        $sent = array_filter($monitor->seen('/^(?!.* lua\])/'), fn(string $line) => str_contains($line, "[0 $connection]"));
        return array_values(array_diff(array_map(fn(string $line) => explode('"', $line)[1], $sent), ['EVAL']));
    };
    $cycle = function (float $ttl) use ($factory): void {
        $lock = $factory->createLock('k', $ttl);
        $lock->acquire();
        $lock->release();
    };
    $monitor->seen('//');
    $cycle(300.0);
    preg_match('/\[0 (\S+)\] "SET"/', $monitor->seen('/"SET"/')[0], $found);
    $connection = $found[1];
    $cycle(10.0); // the server loads the scripts
    echo "$how:\n";
    say('the ttl of the store', $commands(fn() => $cycle(300.0)));
    say('another one', $commands(fn() => $cycle(10.0)));
    $lock = $factory->createLock('k');
    $lock->acquire();
    say('a refresh later', $commands(fn() => $lock->refresh()));
    say('the question whether it is acquired', $commands(fn() => $lock->isAcquired()));
    say('an attempt of another owner', $commands(fn() => $factory->createLock('k')->acquire()));
    $lock->release();
}
?>
--EXPECT--
not renewed:
the ttl of the store: ["SET","EVALSHA"]
another one: ["SET","EVALSHA","EVALSHA"]
a refresh later: ["EVALSHA"]
the question whether it is acquired: ["EVALSHA"]
an attempt of another owner: ["SET"]
renewed:
the ttl of the store: ["SET","EVALSHA"]
another one: ["SET","EVALSHA"]
a refresh later: ["EVALSHA"]
the question whether it is acquired: ["EVALSHA"]
an attempt of another owner: ["SET"]
