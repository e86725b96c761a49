--TEST--
A waiter gets the lock when the holder's process releases it, crashes, or has its key deleted
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
foreach (['release', 'exit', 'key deleted', 'killed, lease runs out'] as $way) {
    $killed = $way === 'killed, lease runs out';
    $waiter = PhpChild::start(<<<'PHP'
        $lock = new RedisLock('k', server: $argv[1]);
        echo "ready\n";
        hear();
        say('at once', $lock->tryAcquire());
        say('acquired', $lock->acquire(60.0));
        say('waited', $lock->getWaited() > 0.0);
        PHP, [$redis->address]);
    $waiter->hear();
    $holder = PhpChild::start(<<<'PHP'
        $lock = new RedisLock('k', ttl: 600.0, server: $argv[1]);
        $lock->acquire();
        echo "held\n";
        if (hear() === 'release') {
            $lock->release();
            hear();
        }
        PHP, [$redis->address]);
    $holder->hear();
    $waiter->tell('go');
    say($way, $waiter->hear());
    if ($killed) {
        $holder->kill();
        $redis->ask('PEXPIRE', 'k', '500');
    }
    match ($way) {
        'release', 'exit' => $holder->tell($way),
        'key deleted' => $redis->ask('DEL', 'k'),
        default => null,
    };
    echo $waiter->finish();
    $killed || $holder->finish();
}
?>
--EXPECT--
release: "at once: false"
acquired: true
waited: true
exit: "at once: false"
acquired: true
waited: true
key deleted: "at once: false"
acquired: true
waited: true
killed, lease runs out: "at once: false"
acquired: true
waited: true
