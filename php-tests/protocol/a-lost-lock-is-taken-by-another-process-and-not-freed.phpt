--TEST--
A lock that another process took after its expiry stays the other's, also when this process ends
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$slow = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', ttl: 1.0, server: $argv[1]);
    say('acquired', $lock->acquire());
    hear();
    say('held', $lock->isHeld());
    say('released', $lock->release());
    say('acquired', $lock->tryAcquire());
    PHP, [$redis->address]);
$other = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', ttl: 60.0, server: $argv[1]);
    hear();
    say('the other acquires', $lock->acquire(30.0));
    hear();
    say('the other still owns it', $lock->isOwned());
    PHP, [$redis->address]);
echo $slow->hear(), "\n";
$other->tell('acquire');
echo $other->hear(), "\n";
$slow->tell('release');
echo $slow->finish();
$other->tell('check');
echo $other->finish();
?>
--EXPECT--
acquired: true
the other acquires: true
held: false
released: false
acquired: false
the other still owns it: true
