--TEST--
A holder of a share that waits for the lock with the same token gets it when the last other share ends, and delays no other client
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$waiter = PhpChild::start(<<<'PHP'
    $mine = ['key' => 'k', 'token' => 'mine', 'ttl' => 600.0, 'wait' => 600.0, 'server' => $argv[1]];
    [$reader, $writer] = [new RedisLock(...$mine, shared: true), new RedisLock(...$mine)];
    $other = new RedisLock('k', ttl: 1.0, wait: 0.0, server: $argv[1], shared: true);
    $reader->acquire() && $other->acquire();
    say('the other lease has ended', [$writer->acquire(), $other->isHeld()]);
    say('released', $writer->release());
    hear();
    // It has been queued, so it is queued at once the next time.
    say('in its turn', [$writer->acquire(), $writer->release()]);
    $reader->acquire() && $other->acquire();
    say('the other lease has ended', [$writer->acquire(), $other->isHeld()]);
    hear();
    say('released', $writer->release());
    PHP, [$redis->address]);
$hear = function () use ($waiter) {
    await('the waiter', fn() => $waiter->hasSpoken());
    echo $waiter->hear(), "\n";
};
await('the share of another one', fn() => $redis->ask('ZCARD', 'k') === 2);
// It is not the first waiter, so others may acquire.
$third = reader($redis);
say('a third one reads meanwhile', [$third->acquire(), $third->release()]);
$hear();
$hear();
$holder = writer($redis, wait: 60.0);
$holder->acquire();
$waiter->tell('wait');
await('the waiter to have a seat', fn() => $redis->seats() !== []);
$holder->release();
$hear();
$hear();
say('it is the lock', $redis->ask('GET', 'k'));
$waiter->tell('go on');
echo $waiter->finish();
?>
--EXPECT--
a third one reads meanwhile: [true,true]
the other lease has ended: [true,false]
released: true
in its turn: [true,true]
the other lease has ended: [true,false]
it is the lock: "mine"
released: true
