--TEST--
With confirmRelease: false a release is sent without awaiting the reply; its result is counted later, or the next command repeats it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$options = ['server' => "$proxy->address?read_timeout=30", 'confirmRelease' => false];
$lock = new RedisLock('k', ...$options);
$lock->acquire();
// The first release is confirmed, because the process does not know the server's native commands yet.
say('the first one is confirmed', [$lock->release(), $redis->ask('EXISTS', 'k')]);

// A client that takes the same lock again at once checks every 20 ms for waiters, and awaits that reply. So this is another one.
$lock = new RedisLock('another', ...$options);
$lock->acquire();
$proxy->on('EVAL', 'delay', 1.0)->seen();
$start = now();
say('released', $lock->release());
$released = now() - $start;
say('not held any more', [$lock->isHeld(), $lock->release()]);
say('acquired again, right behind it', $lock->acquire());
say('before the reply, which that waited for', $released < (now() - $start) / 2);
say('on the same connection', $proxy->seenNames());

$lock->release();

// A refused release is counted when its reply is read.
$lock = new RedisLock('l', ...$options);
$lock->acquire();
$redis->ask('SET', 'l', 'another-client');
$lost = RedisLock::stats()['lost'];
say('released', $lock->release());
say('known by then', RedisLock::stats()['lost'] - $lost);
say('asked', $lock->isLocked());
say('lost', RedisLock::stats()['lost'] - $lost);
$redis->ask('DEL', 'l');

// The server has lost the script, and the release needs no further command of this process.
$lock = new RedisLock('m', ...$options);
$lock->acquire();
$redis->ask('SCRIPT', 'FLUSH');
say('released', $lock->release());
await('the end of the lock', fn() => $redis->ask('EXISTS', 'm') === 0);
say('acquired again', $lock->acquire());
say('released', $lock->release());

// The connection breaks before the server has read the release.
$lock = new RedisLock('n', ...$options);
$lock->acquire();
$proxy->on('EVAL', 'lose');
say('released', $lock->release());
await('the end of the connection', fn() => $proxy->seenNames() !== []);
say('still there', $redis->ask('EXISTS', 'n'));
say('acquired again', [$lock->acquire(), $lock->isOwned()]);
say('the late one frees nothing', [$proxy->deliver(), $lock->isOwned()]);
say('released', $lock->release());

// Two at a time.
$two = new RedisLock('two', ...$options);
$three = new RedisLock('three', ...$options);
say('two and three', [$two->acquire(), $three->acquire(), $two->release(), $three->release()]);
await('their ends', fn() => $redis->ask('EXISTS', 'two', 'three') === 0);

// The end of an object, of synchronized(), of a process.
$two->acquire();
unset($two);
say('synchronized', $three->synchronized(fn() => 'done'));
await('their ends', fn() => $redis->ask('EXISTS', 'two', 'three') === 0);
echo PhpChild::start(<<<'PHP'
    $lock = new RedisLock('p', server: $argv[1], confirmRelease: false);
    say('cycle', $lock->acquire() && $lock->release());
    say('the last one', $lock->acquire() && $lock->release());
    PHP, [$redis->address])->finish();
say('keys left', $redis->ask('KEYS', '?'));

// Many at a time while the server is busy: more than the limit of pending replies, and more than it reads at once.
$busy = new RespClient($redis->address);
$child = PhpChild::start(<<<'PHP'
    $make = fn($n) => new RedisLock("many $n" . str_repeat('k', 200), ttl: 60.0, server: $argv[1], label: str_repeat('l', 200), confirmRelease: false);
    $make(0)->synchronized(fn() => null);
    $locks = array_map($make, range(1, 100));
    array_map(fn($lock) => $lock->acquire(), $locks);
    echo "acquired\n";
    hear();
    $released = count(array_filter($locks, fn($lock) => $lock->release()));
    echo $released, ' ', RedisLock::stats()['connections'], "\n";
    PHP, ["$redis->address?read_timeout=30"]);
$child->hear();
$busy->send('EVAL', 'for n = 1, 30000000 do end', 0);
$child->tell('release');
say('released, on so many connections', $child->finish());
say('of many there are left', count($redis->ask('KEYS', 'many*')));
?>
--EXPECT--
the first one is confirmed: [true,0]
released: true
not held any more: [false,false]
acquired again, right behind it: true
before the reply, which that waited for: true
on the same connection: ["EVAL","SET"]
released: true
known by then: 0
asked: true
lost: 1
released: true
acquired again: true
released: true
released: true
still there: 1
acquired again: [true,true]
the late one frees nothing: [1,true]
released: true
two and three: [true,true,true,true]
synchronized: "done"
cycle: true
the last one: true
keys left: []
released, on so many connections: "100 1\n"
of many there are left: 0
