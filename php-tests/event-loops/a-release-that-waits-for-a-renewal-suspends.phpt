--TEST--
While release() or detach() waits for the reply to a renewal, other fibers run
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';

const TICKS = 50;

RedisLock::setPoll(Loop::poll(...));
$redis = RedisServer::start();
foreach (['release', 'detach'] as $method) {
    $lock = new RedisLock('k', ttl: 600.0, autoRenew: true, server: "$redis->address?read_timeout=600");
    Loop::start(function () use ($lock, $redis, $method) {
        $lock->acquire();
        // The thread asks within 50 ms of an acquisition.
        $redis->suspend();
        Loop::sleep(0.1);
        $ticks = 0;
        $isOver = false;
        // The server answers only after this fiber's ticks.
        Loop::start(function () use ($redis, &$ticks, &$isOver) {
            while ($ticks < TICKS && !$isOver) {
                Loop::sleep(0.001);
                $ticks++;
            }
            $redis->resume();
        });
        $result = $lock->$method();
        $isOver = true;
        say($method, [$result !== null && $result !== false, $ticks === TICKS]);
    });
    Loop::run();
    $redis->ask('DEL', 'k');
}
?>
--EXPECT--
release: [true,true]
detach: [true,true]
