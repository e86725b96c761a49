--TEST--
In fibers the listener is told in the fiber of the call, and may suspend it; a forked child has no listener
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$told = [];
$name = new WeakMap();
RedisLock::listen(function (RedisLockEvent $event) use (&$told, $name) {
    $told[] = $name[Fiber::getCurrent()] . ": $event->type";
    Fiber::suspend();
});
$fibers = [];
foreach (['one', 'two'] as $which) {
    $fibers[$which] = new Fiber(function () use ($redis, $which) {
        $lock = new RedisLock($which, server: $redis->address);
        $lock->acquire();
        $lock->release();
        return 'done';
    });
    $name[$fibers[$which]] = $which;
}
array_map(fn(Fiber $fiber) => $fiber->start(), $fibers);
for ($round = 0; $round < 2; $round++) {
    array_map(fn(Fiber $fiber) => $fiber->resume(), $fibers);
}
say('told', $told);
say('returned', array_map(fn(Fiber $fiber) => $fiber->getReturn(), $fibers));

// A loss is told where the interrupt is served, which no fiber leaves then.
$suspended = 'not tried';
RedisLock::listen(function (RedisLockEvent $event) use (&$suspended) {
    if ($event->type === 'lost') {
        $suspended = thrown(fn() => Fiber::suspend());
    }
});
$fiber = new Fiber(function () use ($redis, &$suspended) {
    $lock = new RedisLock('three', ttl: 60.0, server: $redis->address, autoRenew: true);
    $lock->acquire();
    $redis->ask('DEL', 'three');
    await('the loss', function () use (&$suspended) {
        return $suspended !== 'not tried';
    });
    return 'done';
});
$fiber->start();
say('a loss in a fiber', [$suspended, $fiber->getReturn()]);

$told = [];
RedisLock::listen(function (RedisLockEvent $event) use (&$told) {
    $told[] = $event->type;
});
$held = new RedisLock('four', ttl: 60.0, server: $redis->address);
$held->acquire();
if (($pid = pcntl_fork()) === 0) {
    $told = [];
    $lock = new RedisLock('five', server: $redis->address);
    $lock->acquire();
    $lock->release();
    say('the child without a listener', $told);
    RedisLock::listen(function (RedisLockEvent $event) use (&$told) {
        $told[] = $event->type;
    });
    $lock->acquire();
    unset($lock);
    say('the child with its own', $told);
    say('counted there', array_intersect_key(RedisLock::stats(), array_flip(['acquired', 'released', 'held', 'waiting'])));
    $told = [];
    unset($held);
    say('of its parent\'s lock', $told);
    exit;
}
pcntl_waitpid($pid, $status);
$held->release();
say('the parent', [pcntl_wexitstatus($status), $told, RedisLock::stats()['held']]);

// The listener forks while another event of its parent is left to tell.
$held->acquire();
RedisLock::listen(function (RedisLockEvent $event) use (&$pid) {
    if ($event->type === 'contended' && ($pid = pcntl_fork()) === 0) {
        RedisLock::listen(function (RedisLockEvent $event) {
            echo "the child's listener is told of $event->type $event->key\n";
        });
    }
});
(new RedisLock('four', server: $redis->address))->acquire(0.0);
if ($pid === 0) {
    (new RedisLock('six', server: $redis->address))->tryAcquire();
    exit;
}
pcntl_waitpid($pid, $status);
say('a child of the listener', pcntl_wexitstatus($status));
?>
--EXPECT--
told: ["one: acquired","two: acquired","one: released","two: released"]
returned: {"one":"done","two":"done"}
a loss in a fiber: ["FiberError: Cannot switch fibers in current execution context","done"]
the child without a listener: []
the child with its own: ["acquired","released"]
counted there: {"acquired":2,"released":2,"held":0,"waiting":0}
of its parent's lock: []
the parent: [0,["acquired","released"],0]
the child's listener is told of acquired six
the child's listener is told of released six
a child of the listener: 0
