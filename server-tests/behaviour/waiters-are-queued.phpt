--TEST--
Waiters are queued on every kind of server
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
$holder = new RedisLock($key, server: $kind->server);
$holder->acquire();
$waiter = child(<<<'PHP'
    $lock = new RedisLock($argv[1], server: Kind::current()->server);
    say('without success', $lock->acquire(0.3));
    say('acquired', $lock->acquire(60.0));
    ob_start();
    phpinfo(INFO_MODULES);
    preg_match('/^Waits => in the queue: (\d+), by sleep and retry: (\d+)(.*)/m', ob_get_clean(), $waits);
    [, $inQueue, $asleep] = $waits;
    say('in the queue', $inQueue > 0 && $asleep === '0' ?: $waits[0]);
    PHP, [$key]);
echo $waiter->hear(), "\n";
say('released', $holder->release());
echo $waiter->finish();
?>
--EXPECT--
without success: false
released: true
acquired: true
in the queue: true
