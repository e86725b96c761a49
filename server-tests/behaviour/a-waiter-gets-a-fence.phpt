--TEST--
A waiter gets a fence greater than the one before
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$lock = new RedisLock($key = Kind::newKey(), fenced: true, server: $kind->server);
$lock->acquire();
$waiter = child(<<<'PHP'
    $lock = new RedisLock($argv[1], fenced: true, server: Kind::current()->server);
    say('without success', $lock->acquire(0.2));
    $lock->acquire(60.0);
    echo $lock->getFence();
    PHP, [$key]);
echo $waiter->hear(), "\n";
$fence = $lock->getFence();
$lock->release();
say('greater', (int) $waiter->finish() > $fence);
?>
--EXPECT--
without success: false
greater: true
