--TEST--
A forked child holds no share of its parent, releases none, and acquires its own
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$script = <<<'PHP'
    require $argv[2];
    $make = fn() => $argv[3] === 'semaphore' ? new RedisSemaphore('k', 5, ttl: 600.0, wait: 0.0, server: $argv[1], weight: 2) : new RedisLock('k', ttl: 600.0, wait: 0.0, server: $argv[1], shared: true);
    $lock = $make();
    $lock->acquire();
    echo in_child(function () use ($lock, $make) {
        say('child: held, owned, refreshed, released', [$lock->isHeld(), $lock->isOwned(), $lock->refresh(), $lock->release()]);
        say('child: a share of its own', [$lock->acquire(), $lock->isHeld(), $lock->release()]);
        $lock->acquire();
        $other = $make();
        $other->acquire();
        // Both go with the child.
    });
    say('parent: held, owned, refreshed', [$lock->isHeld(), $lock->isOwned(), $lock->refresh()]);
    say('parent: released', [$lock->release(), $lock->release()]);
    PHP;
foreach (['reader', 'semaphore'] as $kind) {
    echo "$kind\n", PhpChild::start($script, [$redis->address, __DIR__ . '/../inc/forks.php', $kind])->finish();
    say('left', $redis->ask('KEYS', '*'));
}
?>
--EXPECT--
reader
child: held, owned, refreshed, released: [false,false,false,false]
child: a share of its own: [true,true,true]
parent: held, owned, refreshed: [true,true,true]
parent: released: [true,false]
left: []
semaphore
child: held, owned, refreshed, released: [false,false,false,false]
child: a share of its own: [true,true,true]
parent: held, owned, refreshed: [true,true,true]
parent: released: [true,false]
left: []
