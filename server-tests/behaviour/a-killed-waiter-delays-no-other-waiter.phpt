--TEST--
A killed waiter does not delay another waiter
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
$holder = new RedisLock($key, server: $kind->server);
$holder->acquire();
$code = <<<'PHP'
    $lock = new RedisLock($argv[1], server: Kind::current()->server);
    say('without success', $lock->acquire(0.2));
    say('acquired', $lock->acquire(60.0) && $lock->release());
    PHP;
$crashed = child($code, [$key], killed: true);
echo $crashed->hear(), "\n";
$living = [child($code, [$key]), child($code, [$key])];
foreach ($living as $waiter) {
    echo $waiter->hear(), "\n";
}
$crashed->kill();
say('released', $holder->release());
foreach ($living as $waiter) {
    echo $waiter->finish();
}
say('key', $kind->keyHolds($key));
?>
--EXPECT--
without success: false
without success: false
without success: false
released: true
acquired: true
acquired: true
key: null
