--TEST--
With wait: 0.3 a lock that another process releases after 0.29 seconds is acquired, however long retryInterval is
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$holder = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', ttl: 600.0, server: $argv[1]);
    while (hear() === 'acquire') {
        say('held', $lock->acquire(60.0));
        $moment = (float) hear();
        usleep((int) max(0.0, ($moment - now()) * 1e6));
        $lock->release();
        echo now(), "\n";
    }
    PHP, [$redis->address], ['precision' => '17']);

foreach ([0.1, 60.0] as $retryInterval) {
    $lock = new RedisLock('k', wait: 0.3, retryInterval: $retryInterval, server: $redis->address);
    for ($round = 0; $round < 5; $round++) {
        $moment = 0.29;
        do {
            $holder->tell('acquire');
            $holder->hear();
            $called = now();
            $holder->tell($called + $moment);
            $acquired = $lock->acquire();
            $released = (float) $holder->hear();
            // The last attempt comes 0.3 seconds after the call, or later. What was free by then must have been taken.
            $inTime = $released <= $called + 0.3;
            if ($acquired) {
                $lock->release();
            }
            // A busy machine may let the holder oversleep its moment: then once more, a little earlier.
            $moment -= 0.01;
        } while (!$inTime && !$acquired);
        say('acquired', $acquired);
    }
}
$holder->finish();
?>
--EXPECT--
acquired: true
acquired: true
acquired: true
acquired: true
acquired: true
acquired: true
acquired: true
acquired: true
acquired: true
acquired: true
