--TEST--
A listener may throw, use locks, destroy the lock that it is told of, set another listener, and end the script
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$key = 'a-key';
$new = fn(mixed ...$options) => new RedisLock(...[...['key' => $key, 'server' => $redis->address], ...$options]);
set_error_handler(function (int $level, string $message) {
    say('warning', preg_replace('~ in /.*/([^/]+):\d+$~', ' in $1', $message));
    return true;
});
RedisLock::listen(fn(RedisLockEvent $event) => throw new LogicException("of $event->type"));
$lock = $new();
say('throws', [$lock->acquire(), $lock->isHeld(), $lock->release(), $redis->ask('EXISTS', $key)]);
RedisLock::listen(fn(RedisLockEvent $event) => throw new class("a\0b\xff") extends Exception {});
say('throws what is no text', [$lock->acquire(), $lock->release()]);
class WithObject extends Exception
{
    public function __construct()
    {
        $this->message = new class {
            public function __toString(): string
            {
                throw new Exception('while it is shown');
            }
        };
    }
}
RedisLock::listen(fn(RedisLockEvent $event) => throw new WithObject());
say('throws what cannot be shown', thrown(fn() => $lock->acquire() && $lock->release()));
RedisLock::listen(fn(RedisLockEvent $event) => throw new LogicException("of $event->type"));
say('throws beside an exception', thrown(fn() => $lock->synchronized(fn() => throw new Exception('of the work'))));
restore_error_handler();
set_error_handler(fn(int $level, string $message) => throw new ErrorException('made of the warning'));
say('the warning is an exception', thrown(fn() => $lock->acquire()));
say('and the lock is held', [$lock->isHeld(), thrown(fn() => $lock->release()), $lock->isHeld()]);
restore_error_handler();

RedisLock::listen(function (RedisLockEvent $event) use (&$told, $new) {
    $told[] = $event->type;
    $other = $new(key: 'another');
    $other->synchronized(fn() => $told[] = 'other');
    $same = $new();
    $told[] = $same->tryAcquire() ? 'free' : 'held';
});
say('locks', [$lock->acquire(), $lock->release(), $told]);

$told = [];
RedisLock::listen(function (RedisLockEvent $event) use (&$told, &$lock) {
    $told[] = $event->type;
    $lock = null;
});
$lock->acquire();
say('destroys', [$lock, $told, $redis->ask('EXISTS', $key)]);
$lock = $new();
say('destroys in synchronized', [thrown(fn() => $lock->synchronized(fn(RedisLock $lock) => $lock->isHeld())), $told, $redis->ask('EXISTS', $key)]);
$told = [];
$lock = $new(ttl: 60.0, autoRenew: true, abortOnLoss: true);
RedisLock::listen(function (RedisLockEvent $event) use (&$told, &$lock) {
    $told[] = $event->type;
    if ($event->type === 'lost') {
        $lock = null;
    }
});
$lock->acquire();
say('destroys a lost lock', thrown(function () use ($redis, $key, &$told) {
    $redis->ask('DEL', $key);
    await('the loss', function () use (&$told) {
        return in_array('lost', $told, true);
    });
}));
say('told', $told);

RedisLock::listen(function (RedisLockEvent $event) use (&$told) {
    $told[] = "first: $event->type";
    RedisLock::listen(function (RedisLockEvent $event) use (&$told) {
        $told[] = "second: $event->type";
    });
});
$told = [];
$lock = $new();
$lock->acquire();
$lock->release();
say('is replaced', $told);
say('is no callable', thrown(fn() => RedisLock::listen('no_such_function')));

RedisLock::listen(function (RedisLockEvent $event) {
    echo "exit at $event->type\n";
    exit;
});
register_shutdown_function(function () use ($redis, $key, &$lock) {
    RedisLock::listen(null);
    $lock = null;
    say('at the end', $redis->ask('EXISTS', $key));
});
$lock->acquire();
echo "not reached\n";
?>
--EXPECT--
warning: "RedisLock::acquire(): the listener of RedisLock::listen() threw LogicException: of acquired in what-a-listener-may-do.php"
warning: "RedisLock::release(): the listener of RedisLock::listen() threw LogicException: of released in what-a-listener-may-do.php"
throws: [true,true,true,0]
warning: "RedisLock::acquire(): the listener of RedisLock::listen() threw Exception@anonymous: a�b� in what-a-listener-may-do.php"
warning: "RedisLock::release(): the listener of RedisLock::listen() threw Exception@anonymous: a�b� in what-a-listener-may-do.php"
throws what is no text: [true,true]
warning: "RedisLock::acquire(): the listener of RedisLock::listen() threw WithObject:  in what-a-listener-may-do.php"
warning: "RedisLock::release(): the listener of RedisLock::listen() threw WithObject:  in what-a-listener-may-do.php"
throws what cannot be shown: "nothing thrown, returned true"
warning: "RedisLock::synchronized(): the listener of RedisLock::listen() threw LogicException: of acquired in what-a-listener-may-do.php"
warning: "RedisLock::synchronized(): the listener of RedisLock::listen() threw LogicException: of released in what-a-listener-may-do.php"
throws beside an exception: "Exception: of the work"
the warning is an exception: "ErrorException: made of the warning"
and the lock is held: [false,"nothing thrown, returned false",false]
locks: [true,true,["acquired","held","released","free"]]
destroys: [null,["acquired","released"],0]
destroys in synchronized: ["nothing thrown, returned true",["acquired","released","acquired","released"],0]
destroys a lost lock: "nothing thrown, returned null"
told: ["acquired","lost"]
is replaced: ["first: acquired","second: released"]
is no callable: "TypeError: RedisLock::listen(): Argument #1 ($listener) must be a valid callback or null, function \"no_such_function\" not found or invalid function name"
exit at acquired
at the end: 0
