--TEST--
A forked child's own locks use a connection of its own, also on objects of its parent, and end with the child
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/forks.php';

$redis = RedisServer::start();
$held = new RedisLock('k', ttl: 600.0, server: $redis->address);
$held->acquire();
$free = new RedisLock('free', ttl: 600.0, server: $redis->address, fenced: true);
$before = $redis->clients();
echo in_child(function () use ($redis, $free, $before) {
    $server = $redis->connect();
    $new = new RedisLock('new', ttl: 600.0, server: $redis->address);
    say('new: acquired', $new->acquire());
    say('new: held, owned', [$new->isHeld(), $new->isOwned()]);
    say('new: token', $server->ask('GET', 'new') === $new->getToken());
    say('the parent\'s object: acquired', $free->acquire());
    say('the parent\'s object: held, owned, fenced', [$free->isHeld(), $free->isOwned(), is_int($free->getFence())]);
    say('the parent\'s object: synchronized', (new RedisLock('sync', server: $redis->address))->synchronized(fn() => 'result'));
    say('new: released', $new->release());
    preg_match_all('/^id=(\d+)/m', $server->ask('CLIENT', 'LIST'), $found);
    // The observer, this one, the parent's, the child's.
    say('connections more than before', count(array_diff($found[1], $before)) - 2);
    say('connections, reconnects', [RedisLock::stats()['connections'], RedisLock::stats()['reconnects']]);
});
say('keys left', $redis->ask('KEYS', 'k*'));
say('free again', $redis->ask('EXISTS', 'free', 'new', 'sync'));
await('the end of the child\'s connections', fn() => $redis->clients() === $before);
say('parent: owned, released', [$held->isOwned(), $held->release()]);
?>
--EXPECT--
new: acquired: true
new: held, owned: [true,true]
new: token: true
the parent's object: acquired: true
the parent's object: held, owned, fenced: [true,true,true]
the parent's object: synchronized: "result"
new: released: true
connections more than before: 1
connections, reconnects: [1,0]
keys left: ["k"]
free again: 0
parent: owned, released: [true,true]
