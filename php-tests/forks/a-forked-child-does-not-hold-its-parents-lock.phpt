--TEST--
After a fork the child does not hold its parent's lock, and its calls on the copy do not affect the parent
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

// The parent under test has no other children than its forks.
$redis = RedisServer::start();
$parent = PhpChild::start(<<<'PHP'
    require $argv[2];
    $lock = new RedisLock('k', ttl: 600.0, server: $argv[1], fenced: true);
    $lock->acquire();
    $token = $lock->getToken();
    $fence = $lock->getFence();
    echo "held\n";
    hear();
    echo in_child(function () use ($lock) {
        say('held', $lock->isHeld());
        say('remaining', $lock->getRemaining());
        say('token', $lock->getToken());
        say('fence', $lock->getFence());
        say('owned', $lock->isOwned());
        say('refreshed', $lock->refresh());
        say('released', $lock->release());
        say('detach', thrown($lock->detach(...)));
        say('taken', $lock->tryAcquire());
        say('locked', $lock->isLocked());
    });
    say('parent: held', $lock->isHeld());
    say('parent: the same token', $lock->getToken() === $token && $lock->getFence() === $fence);
    say('parent: owned', $lock->isOwned());
    say('parent: refreshed', $lock->refresh());
    hear();
    say('parent: released', $lock->release());
    $stats = RedisLock::stats();
    say('parent: lost, connections, reconnects, errors', [$stats['lost'], $stats['connections'], $stats['reconnects'], $stats['errors']]);
    PHP, [$redis->address, __DIR__ . '/../inc/forks.php']);
$parent->hear();
$clients = $redis->clients();
$token = $redis->ask('GET', 'k');
$parent->tell('fork');
while (($line = $parent->hear()) !== 'parent: refreshed: true') {
    echo "$line\n";
}
say('key', $redis->ask('GET', 'k') === $token);
await('the end of the child\'s connection', fn() => count($redis->clients()) === 1);
say('the parent\'s connection', $redis->clients() === $clients);
$parent->tell('release');
echo $parent->finish();
say('keys left', $redis->ask('KEYS', '*'));
?>
--EXPECTF--
held: false
remaining: 0.0
token: null
fence: null
owned: false
refreshed: false
released: false
detach: "RedisLockException: Lock \"k\" on unix://%s is not held, so there is nothing to hand over: acquire it first"
taken: false
locked: true
parent: held: true
parent: the same token: true
parent: owned: true
key: true
the parent's connection: true
parent: released: true
parent: lost, connections, reconnects, errors: [0,1,0,0]
keys left: ["{k}:redislock:fence"]
