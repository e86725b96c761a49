--TEST--
While release() or detach() waits for the reply to a renewal, other fibers run
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';

const TICKS = 50;

RedisLock::setPoll(Loop::poll(...));
$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
foreach (['release', 'detach'] as $method) {
    $lock = new RedisLock('k', ttl: 600.0, autoRenew: true, server: "$proxy->address?read_timeout=600");
    Loop::start(function () use ($lock, $proxy, $method) {
        $proxy->on('EVALSHA', 'hold');
        $proxy->seen();
        $lock->acquire();
        await('a renewal', fn() => in_array('EVALSHA', $proxy->seenNames(), true));
        $ticks = 0;
        $isOver = false;
        // The thread gets its reply only after this fiber's ticks.
        Loop::start(function () use ($proxy, &$ticks, &$isOver) {
            while ($ticks < TICKS && !$isOver) {
                Loop::sleep(0.001);
                $ticks++;
            }
            $proxy->sendKeptReplies();
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
