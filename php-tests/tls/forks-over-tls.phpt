--TEST--
A forked child has TLS connections of its own, and its parent's connections survive the child
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/forks.php';
require __DIR__ . '/../inc/renewal.php';

// Under valgrind on a busy machine, the thread waits for the other code. That counts as the server's silence.
ini_set('redislock.connect_timeout', '60');
ini_set('redislock.read_timeout', '60');

$certificates = (new Certificates())->issue('server');
$redis = RedisServer::start($certificates->config('server'), tls: true);
$address = $redis->tlsAddress($certificates);
$held = new RedisLock('k', ttl: 600.0, server: $address, autoRenew: true);
$held->acquire();
await('the line of the thread', fn() => count($redis->clients()) === 2);
$before = $redis->clients();
for ($n = 0; $n < 20; $n++) {
    $said = in_child(function () use ($held, $address) {
        say('held, released', [$held->isHeld(), $held->release()]);
        $own = new RedisLock('own', ttl: 600.0, server: $address, autoRenew: true);
        say('own', [$own->acquire(), $own->isOwned(), $own->release()]);
        $left = new RedisLock('left', ttl: 600.0, server: $address);
        $left->acquire();
    });
    $said === "held, released: [false,false]\nown: [true,true,true]\n" || print $said;
    say_unless_same('the parent\'s connections', $before, await_clients($redis, count($before)));
}
say('parent', [$held->isOwned(), $held->refresh(), $redis->ask('EXISTS', 'own', 'left')]);
say('its connections', $redis->clients() === $before);
say('released, reconnects', [$held->release(), RedisLock::stats()['reconnects']]);

function await_clients(RedisServer $redis, int $count): array
{
    await('the end of the child\'s connections', fn() => count($redis->clients()) <= $count);
    return $redis->clients();
}

function say_unless_same(string $what, mixed $expected, mixed $found): void
{
    $expected === $found || say($what, [$expected, $found]);
}
?>
--EXPECT--
parent: [true,true,0]
its connections: true
released, reconnects: [true,0]
