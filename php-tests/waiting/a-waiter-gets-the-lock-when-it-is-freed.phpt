--TEST--
A waiter gets the lock once its holder, in another process, releases it, dies, or has its key deleted
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
foreach (['release', 'exit', 'key deleted', 'killed, lease runs out'] as $way) {
    $killed = $way === 'killed, lease runs out';
    $holder = PhpChild::start(<<<'PHP'
        $lock = new RedisLock('k', ttl: (float) $argv[2], server: $argv[1]);
        $lock->acquire();
        echo "held\n";
        if (hear() === 'release') {
            $lock->release();
            hear();
        }
        PHP, [$redis->address, $killed ? 1.0 : 600.0]);
    $holder->hear();
    $waiter = PhpChild::start(<<<'PHP'
        $lock = new RedisLock('k', server: $argv[1]);
        say('at once', $lock->tryAcquire());
        say('acquired', $lock->acquire(60.0));
        say('waited', $lock->getWaited() > 0.0);
        PHP, [$redis->address]);
    say($way, $waiter->hear());
    match ($way) {
        'release', 'exit' => $holder->tell($way),
        'key deleted' => $redis->ask('DEL', 'k'),
        'killed, lease runs out' => $holder->kill(),
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
