--TEST--
Readers in any process hold a shared lock together, a writer holds it alone, and a waiter gets it when the last holder has gone
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
$reader = new RedisLock($key, ttl: 60.0, server: $kind->server, shared: true);
$other = new RedisLock($key, ttl: 60.0, server: $kind->server, shared: true);
$writer = new RedisLock($key, ttl: 60.0, server: $kind->server);
say('readers', [$reader->acquire(), $other->acquire(), $reader->isHeld(), $other->isOwned()]);
say('a writer', $writer->tryAcquire());
say('any other client', $kind->ask($key, 'SET', $key, 'another-client', 'NX', 'PX', 60_000));
say('refreshed', [$reader->refresh(120.0), $reader->getRemaining() > 100.0]);
say('the key lives as long', $kind->left($key) > 100_000);
say('one goes', [$reader->release(), $writer->tryAcquire(), $other->isOwned()]);
say('the key lives as long as the other', $kind->left($key) > 0 && $kind->left($key) <= 60_000);
$waiter = child(<<<'PHP'
    $lock = new RedisLock($argv[1], server: Kind::current()->server);
    say('without success', $lock->acquire(0.2));
    say('in time', $lock->acquire(60.0));
    hear();
    say('released', $lock->release());
    PHP, [$key]);
echo $waiter->hear(), "\n";
say('the last goes', $other->release());
echo $waiter->hear(), "\n";
say('readers', [$reader->tryAcquire(), $other->tryAcquire()]);
$waiter->tell('release');
echo $waiter->finish();
say('readers', [$reader->acquire(), $other->acquire()]);
say('ended', [$kind->ask($key, 'DEL', $key) > 0, $reader->isOwned(), $other->release()]);
say('key', $kind->ask($key, 'EXISTS', $key));
?>
--EXPECT--
readers: [true,true,true,true]
a writer: false
any other client: null
refreshed: [true,true]
the key lives as long: true
one goes: [true,false,true]
the key lives as long as the other: true
without success: false
the last goes: true
in time: true
readers: [false,false]
released: true
readers: [true,true]
ended: [true,false,false]
key: 0
