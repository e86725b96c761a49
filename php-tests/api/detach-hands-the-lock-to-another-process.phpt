--TEST--
detach() hands the lock over to another process, which releases it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);
$lock->acquire();

$token = $lock->detach();
say('the token', $token === $lock->getToken() && $token === $redis->ask('GET', 'k'));
say('held here', $lock->isHeld());
say('released here', $lock->release());
say('refreshed here', $lock->refresh());
unset($lock);
say('key after unset', $redis->ask('GET', 'k') === $token);

$worker = PhpChild::start(<<<'PHP'
    [, $address, $token] = $argv;
    $lock = RedisLock::restore('k', $token, server: $address);
    say('held there at first', $lock->isHeld());
    say('refreshed there', $lock->refresh(60.0));
    say('held there', $lock->isHeld());
    hear();
    say('released there', $lock->release());
    PHP, [$redis->address, $token]);
echo $worker->hear(), "\n", $worker->hear(), "\n", $worker->hear(), "\n";
say('key', $redis->ask('GET', 'k') === $token);
$worker->tell('go on');
echo $worker->finish();
say('key', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
the token: true
held here: false
released here: false
refreshed here: false
key after unset: true
held there at first: false
refreshed there: true
held there: true
key: true
released there: true
key: 0
