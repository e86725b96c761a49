--TEST--
A waiter gets the lock when the holder's process releases it, ends, crashes, or has its key deleted
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
foreach (['release', 'exit', 'key deleted', 'killed, lease runs out'] as $way) {
    $key = Kind::newKey();
    $killed = $way === 'killed, lease runs out';
    $holder = child(<<<'PHP'
        $lock = new RedisLock($argv[1], ttl: 600.0, server: Kind::current()->server);
        $lock->acquire();
        echo "held\n";
        if (hear() === 'release') {
            $lock->release();
            hear();
        }
        PHP, [$key], killed: $killed);
    $holder->hear();
    $waiter = child(<<<'PHP'
        $lock = new RedisLock($argv[1], server: Kind::current()->server);
        say('at once', $lock->tryAcquire());
        say('after a while', $lock->acquire(0.2));
        say('acquired', $lock->acquire(60.0));
        say('waited', $lock->getWaited() > 0.0);
        say('owned', $lock->isOwned());
        PHP, [$key]);
    echo "$way\n", $waiter->hear(), "\n", $waiter->hear(), "\n";
    if ($killed) {
        $holder->kill();
        say('key', $kind->keyHolds($key) !== null);
        $kind->ask($key, 'PEXPIRE', $key, 500);
    }
    match ($way) {
        'release', 'exit' => $holder->tell($way),
        'key deleted' => $kind->ask($key, 'DEL', $key),
        default => null,
    };
    echo $waiter->finish();
    $killed || $holder->finish();
    say('key', $kind->keyHolds($key));
}
?>
--EXPECT--
release
at once: false
after a while: false
acquired: true
waited: true
owned: true
key: null
exit
at once: false
after a while: false
acquired: true
waited: true
owned: true
key: null
key deleted
at once: false
after a while: false
acquired: true
waited: true
owned: true
key: null
killed, lease runs out
at once: false
after a while: false
key: true
acquired: true
waited: true
owned: true
key: null
