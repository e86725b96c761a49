--TEST--
A killed process's share ends with its lease, although others renew theirs, and the next client removes it from the set
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$living = reader($redis);
$living->acquire();
$crashed = PhpChild::start('$lock = new RedisLock("k", ttl: 1.0, token: "crashed", server: $argv[1], shared: true); $lock->acquire(); echo "holds\n"; hear();', [$redis->address], killed: true);
$crashed->hear();
$crashed->kill();
say('two shares', count(sharers($redis)));
$writer = writer($redis);
say('no writer', $writer->acquire());
await('the end of its lease', fn() => (int) min(sharers($redis)) < server_time($redis) - 10);
say('no client has swept it', count(sharers($redis)));
$crashed = RedisLock::restore('k', 'crashed', server: $redis->address, shared: true);
say('it has no owner, and cannot be taken back', [$crashed->isOwned(), $crashed->refresh(), count(sharers($redis))]);
say('the holder is not the crashed one', $living->getHolder()->isOwn);
say('another reader', reader($redis)->acquire());
say('swept by it, which has gone again', array_keys(sharers($redis)) === [member($living)]);
say('the last living one leaves nothing', [$living->release(), $redis->ask('EXISTS', 'k')]);

// The crashed holder was the last, so the key is gone without a sweep.
$crashed = PhpChild::start('$lock = new RedisLock("k", ttl: 0.3, server: $argv[1], shared: true); $lock->acquire(); echo "holds\n"; hear();', [$redis->address], killed: true);
$crashed->hear();
$crashed->kill();
say('a writer waits for its end', [$writer->acquire(30.0), $writer->release()]);

// The permits of a crashed holder are free again, too. A busy machine may need long for the next lines, so its lease ends soon only then.
$crashed = PhpChild::start('$s = new RedisSemaphore("k", 5, ttl: 600.0, weight: 4, token: "crashed", server: $argv[1]); $s->acquire(); echo "holds\n"; hear();', [$redis->address], killed: true);
$crashed->hear();
$crashed->kill();
$light = semaphore($redis, 5);
say('one permit was left', [$light->acquire(), semaphore($redis, 5)->tryAcquire()]);
say('its lease ends soon', RedisSemaphore::restore('k', 'crashed', 5, weight: 4, server: $redis->address, autoRelease: false)->refresh(0.3));
$heavy = semaphore($redis, 5, weight: 4);
say('a waiter for four permits waits for its end', [$heavy->acquire(30.0), $light->getFree(), $heavy->release(), $light->getFree()]);
say('nothing is counted any more', [$light->release(), $redis->ask('EXISTS', 'k')]);
?>
--EXPECT--
two shares: 2
no writer: false
no client has swept it: 2
it has no owner, and cannot be taken back: [false,false,2]
the holder is not the crashed one: true
another reader: true
swept by it, which has gone again: true
the last living one leaves nothing: [true,0]
a writer waits for its end: [true,true]
one permit was left: [true,false]
its lease ends soon: true
a waiter for four permits waits for its end: [true,0,true,4]
nothing is counted any more: [true,0]
