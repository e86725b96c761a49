--TEST--
abortOnLoss throws into the fiber that acquired the lock, when it next runs, and into no other fiber
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

is_thrown_into();
$redis = RedisServer::start();
$hear = function (string $listener, callable $work): void {
    try {
        $work();
        say($listener, 'nothing');
    } catch (RedisLockLostException) {
        say($listener, 'the loss');
    }
};
$make = fn() => new Fiber(function () use ($redis, $hear) {
    $hear('the holder', function () use ($redis) {
        $lock = new RedisLock('k', ttl: 60.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
        $lock->acquire();
        Fiber::suspend($lock);
        for ($end = now() + 20.0; now() < $end;);
    });
});

$holder = $make();
$lock = $holder->start();
await_renewals();
$redis->ask('DEL', 'k');
await('the loss', fn() => !$lock->isHeld());
$other = new Fiber(fn() => $hear('another fiber', function () {
    compute(0.3);
    Fiber::suspend();
    compute(0.1);
}));
$other->start();
$hear('outside of all', function () {
    $start = now();
    usleep(500_000);
    say('sleeps undisturbed', now() - $start >= 0.45);
});
$holder->resume();
$other->resume();
say('released', $lock->release());

// A fiber that has ended cannot catch the loss, so it is thrown into the code that runs.
$kept = null;
$ended = new Fiber(function () use ($redis, &$kept) {
    $kept = new RedisLock('k', ttl: 60.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
    $kept->acquire();
});
$ended->start();
await_renewals();
$hear('outside of all, after its end', function () use ($redis) {
    $redis->connect()->ask('DEL', 'k'); // the loss may be thrown into this already, so its connection is its own
    compute(20.0);
});

// Nothing is thrown into a fiber that is being destroyed: its `finally` runs to its end.
$destroyed = new Fiber(function () use ($redis) {
    try {
        $lock = new RedisLock('k', ttl: 60.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
        $lock->acquire();
        Fiber::suspend($lock);
    } finally {
        say('finally begins', true);
        compute(0.1);
        say('finally ends', true);
    }
});
$lock = $destroyed->start();
await_renewals();
$redis->ask('DEL', 'k');
await('the loss', fn() => !$lock->isHeld());
unset($lock);
$hear('outside of all, while a fiber is destroyed', function () use (&$destroyed) {
    $destroyed = null;
    compute(0.1);
});

// A restored lock belongs to the fiber that finds it to be its own.
$redis->ask('SET', 'k', 'owner', 'PX', '60000');
$restored = new Fiber(function () use ($redis, $hear) {
    $hear('the fiber that restored it', function () use ($redis) {
        $lock = RedisLock::restore('k', 'owner', ttl: 60.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
        $lock->refresh();
        Fiber::suspend($lock);
        compute(20.0);
    });
});
$lock = $restored->start();
await_renewals();
refusals(['acquired from outside' => fn() => $lock->acquire()]);
$redis->ask('DEL', 'k');
await('the loss', fn() => !$lock->isHeld());
$hear('outside of all', fn() => compute(0.2));
$restored->resume();
?>
--EXPECT--
sleeps undisturbed: true
outside of all: "nothing"
the holder: "the loss"
another fiber: "nothing"
released: false
outside of all, after its end: "the loss"
finally begins: true
finally ends: true
outside of all, while a fiber is destroyed: "nothing"
acquired from outside => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
outside of all: "nothing"
the fiber that restored it: "the loss"
