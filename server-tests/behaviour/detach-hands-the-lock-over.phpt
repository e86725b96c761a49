--TEST--
detach() hands the lock over to another process, which refreshes and releases it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$lock = new RedisLock($key = Kind::newKey(), server: $kind->server);
$lock->acquire();
$token = $lock->detach();
say('the token', $token === $lock->getToken() && $token === $kind->keyHolds($key));
say('here', [$lock->isHeld(), $lock->release(), $lock->refresh()]);
unset($lock);
say('key after unset', $kind->keyHolds($key) === $token);

$worker = child(<<<'PHP'
    [, $key, $token] = $argv;
    $lock = RedisLock::restore($key, $token, server: Kind::current()->server);
    say('held there at first', $lock->isHeld());
    say('refreshed there', $lock->refresh(60.0));
    say('held there', [$lock->isHeld(), $lock->isOwned()]);
    hear();
    say('released there', $lock->release());
    PHP, [$key, $token]);
echo $worker->hear(), "\n", $worker->hear(), "\n", $worker->hear(), "\n";
say('key', [$kind->keyHolds($key) === $token, $kind->left($key) > 30_000]);
$worker->tell('go on');
echo $worker->finish();
say('key', $kind->keyHolds($key));
?>
--EXPECT--
the token: true
here: [false,false,false]
key after unset: true
held there at first: false
refreshed there: true
held there: [true,true]
key: [true,true]
released there: true
key: null
