--TEST--
If another fiber asks a lock's object when the work of synchronized() ends, the release waits for that, and the result is returned
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';

RedisLock::setPoll(Loop::poll(...));
$redis = RedisServer::start();
foreach (['isOwned', 'isLocked', 'getHolder'] as $method) {
    $lock = new RedisLock('k', ttl: 600.0, server: "$redis->address?read_timeout=600");
    $works = $asks = $isOver = false;
    Loop::start(function () use ($lock, $method, &$works, &$asks, &$isOver) {
        say($method, $lock->synchronized(function () use (&$works, &$asks) {
            $works = true;
            while (!$asks) {
                Loop::sleep(0.001);
            }
            return 'the result of the work';
        }));
        $isOver = true;
    });
    Loop::start(function () use ($redis, $lock, $method, &$works, &$asks, &$isOver) {
        while (!$works) {
            Loop::sleep(0.001);
        }
        $redis->suspend();
        Loop::start(function () use ($redis, &$isOver) {
            for ($ticks = 0; $ticks < 50 && !$isOver; $ticks++) {
                Loop::sleep(0.001);
            }
            $redis->resume();
        });
        $asks = true;
        $lock->$method();
    });
    Loop::run();
    say('  left', $redis->ask('EXISTS', 'k'));
}
?>
--EXPECT--
isOwned: "the result of the work"
  left: 0
isLocked: "the result of the work"
  left: 0
getHolder: "the result of the work"
  left: 0
