--TEST--
A shared lock is acquired together with a shared one of Symfony's own store, but not with an exclusive one
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

// Symfony's RedisStore writes this since 5.2: the holders by the end of their leases, and `__write__` with an exclusive one.
$redis = RedisServer::start();
$symfony = function (bool $writes) use ($redis) {
    $redis->ask('DEL', 'k');
    $ends = server_time($redis) + 60_000;
    $redis->ask('ZADD', 'k', $ends, 'symfony', ...($writes ? [$ends, '__write__'] : []));
    $redis->ask('PEXPIREAT', 'k', $ends);
};
$locks = ['exclusive' => writer($redis), 'shared' => reader($redis), 'semaphore' => semaphore($redis, 5)];
foreach ([true, false] as $writes) {
    foreach ($locks as $kind => $lock) {
        $symfony($writes);
        $before = $redis->ask('DUMP', 'k');
        say("$kind with Symfony's " . ($writes ? 'exclusive' : 'shared') . ' one', [$lock->acquire(), $lock->acquire(0.01), $lock->isOwned(), $before === $redis->ask('DUMP', 'k'), $lock->release()]);
    }
}
say('its exclusive one would find holders', [$locks['shared']->acquire(), $redis->ask('ZCOUNT', 'k', '-inf', '+inf') > 0, $locks['shared']->release()]);
?>
--EXPECT--
exclusive with Symfony's exclusive one: [false,false,false,true,false]
shared with Symfony's exclusive one: [false,false,false,true,false]
semaphore with Symfony's exclusive one: [false,false,false,true,false]
exclusive with Symfony's shared one: [false,false,false,true,false]
shared with Symfony's shared one: [true,true,true,false,true]
semaphore with Symfony's shared one: [true,true,true,false,true]
its exclusive one would find holders: [true,true,true]
