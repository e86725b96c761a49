--TEST--
If another fiber asks a lock's object while the listener is told of its acquisition, the acquisition goes on, and an exception leaves no lock
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';
require __DIR__ . '/../inc/failures.php';

RedisLock::setPoll(Loop::poll(...));
$redis = RedisServer::start();
set_error_handler(fn(int $level, string $message) => throw new ErrorException($message));
foreach (['acquire' => false, 'synchronized' => false, 'acquire, and the listener throws' => true] as $how => $throws) {
    $lock = new RedisLock('k', ttl: 600.0, server: "$redis->address?read_timeout=60", autoRelease: false);
    $isTold = $asks = false;
    RedisLock::listen(function (RedisLockEvent $event) use (&$isTold, &$asks, $throws): void {
        if ($event->type === 'acquired') {
            $isTold = true;
            while (!$asks) {
                Loop::sleep(0.001);
            }
            $throws && throw new LogicException('of the listener');
        }
    });
    Loop::start(function () use ($lock, $how): void {
        say($how, strtok(thrown(fn() => $how === 'synchronized' ? $lock->synchronized(fn() => 'the work ran') : $lock->acquire()), ':'));
    });
    Loop::start(function () use ($lock, $redis, &$isTold, &$asks): void {
        while (!$isTold) {
            Loop::sleep(0.001);
        }
        $redis->suspend();
        Loop::start(function () use ($redis): void {
            Loop::sleep(0.1);
            $redis->resume();
        });
        $asks = true;
        say('the other fiber has', $lock->isOwned());
    });
    Loop::run();
    say('  held', [$lock->isHeld(), $redis->ask('EXISTS', 'k')]);
    RedisLock::listen(null);
    $lock->release();
}
?>
--EXPECT--
acquire: "nothing thrown, returned true"
the other fiber has: true
  held: [true,1]
the other fiber has: true
synchronized: "nothing thrown, returned \"the work ran\""
  held: [false,0]
the other fiber has: true
acquire, and the listener throws: "ErrorException"
  held: [false,0]
