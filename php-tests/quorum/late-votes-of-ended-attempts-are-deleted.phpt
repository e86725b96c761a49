--TEST--
A vote whose reply was lost may come after the attempt was denied, or after the release: later commands delete it on each server
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
foreach (['denied' => false, 'granted' => true] as $key => $is_granted) {
    $proxies = array_map(FaultProxy::before(...), $servers); // nothing has been left behind there
    $list = array_map(fn(FaultProxy $proxy) => $proxy->address, $proxies);
    $next = new RedisLock('another', server: $list);
    foreach ([$proxies[2], $proxies[1]] as $proxy) {
        acquire_on_all($next, $servers); // all have their connections
        $next->release();
        array_map(fn(RedisServer $server) => $is_granted ? $server->ask('DEL', $key) : $server->ask('SET', $key, 'another client'), $servers);
        lose_before_reply($proxy, $proxies[0]);
        $lock = new RedisLock($key, 600.0, server: $list);
        say($key, $lock->tryAcquire() && $lock->release());
    }
    array_map(fn(RedisServer $server) => $server->ask('DEL', $key), $servers);
    $count = fn(): int => array_sum(array_map(fn(RedisServer $server) => $server->commands()['set'] ?? 0, $servers));
    $before = $count();
    say('  late commands', array_sum(array_map(fn(FaultProxy $proxy) => $proxy->deliver(), $proxies)));
    await('they have come', fn() => $count() === $before + 2); // a slow release may have deleted one
    await('the deletions', fn() => $next->acquire() && $next->release() && holders($servers, $key) === 0);
}

// A majority decides while one vote is still under way. Its connection is given up before the release, or after it.
foreach (['before', 'after'] as $when) {
    $proxies = array_map(FaultProxy::before(...), $servers);
    $next = new RedisLock('another', server: array_map(fn(FaultProxy $proxy) => "$proxy->address?read_timeout=1", $proxies));
    acquire_on_all($next, $servers);
    $next->release();
    $proxies[2]->on('SET', 'keep');
    $lock = new RedisLock("given up $when", 600.0, server: array_map(fn(FaultProxy $proxy) => "$proxy->address?read_timeout=1", $proxies));
    $lock->acquire();
    $give_up = fn() => await('another connection', function () use ($next, $servers) {
        acquire_on_all($next, $servers);
        return $next->release();
    });
    $when === 'before' && $give_up();
    say("given up $when the release", $lock->release());
    $when === 'after' && $give_up();
    say('  a late command', $proxies[2]->deliver() > 0); // a release that comes right behind it may already delete the vote
    await('the deletion', fn() => $next->acquire() && $next->release() && holders($servers, $lock->getKey()) === 0);
}
?>
--EXPECT--
denied: false
denied: false
  late commands: 2
granted: true
granted: true
  late commands: 2
given up before the release: true
  a late command: true
given up after the release: true
  a late command: true
