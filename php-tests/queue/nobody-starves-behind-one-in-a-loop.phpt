--TEST--
A process that takes a lock again as soon as it has given it back does not starve those who wait, whether it had to wait itself or not, with one object or a new one each time
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$looping = <<<'PHP'
    [, $address, $how] = $argv;
    stream_set_blocking(STDIN, false);
    $count = new RespClient($address);
    $lock = new RedisLock('k', ttl: 600.0, wait: 600.0, server: $address);
    $work = function () use ($count) {
        $count->ask('INCR', 'turns');
        usleep(1_000);
    };
    while (fgets(STDIN) !== "end\n") {
        match ($how) {
            'one object' => $lock->acquire() && [$work(), $lock->release()],
            'a new one' => (new RedisLock('k', ttl: 600.0, wait: 600.0, server: $address))->synchronized($work),
        };
    }
    say('lost', RedisLock::stats()['lost']);
    PHP;
foreach (['one object', 'a new one'] as $how) {
    $redis->ask('DEL', 'turns');
    $child = PhpChild::start($looping, [$redis->address, $how]);
    await('its turns', fn() => $redis->ask('GET', 'turns') > 3);
    $lock = new RedisLock('k', ttl: 600.0, wait: 600.0, server: $redis->address);
    $overtaken = [];
    for ($n = 0; $n < (is_slow() ? 5 : 30); $n++) {
        $before = (int) $redis->ask('GET', 'turns');
        $lock->acquire();
        $overtaken[] = (int) $redis->ask('GET', 'turns') - $before;
        $lock->release();
        usleep(random_int(0, 5_000));
    }
    $child->tell('end');
    // It looks every 20 ms of such a loop: some 20 turns of a millisecond, and those until this process stands in line.
    say("$how: overtaken a few times", max($overtaken) <= (is_slow() ? 400 : 40) ?: $overtaken);
    echo $child->finish();
}

// Alone in a loop, it asks for no more than it needs, but for a look now and then.
$lock = new RedisLock('alone', server: $redis->address);
$redis->ask('CONFIG', 'RESETSTAT');
$start = now();
for ($n = 0; $n < 2_000; $n++) {
    $lock->acquire();
    $lock->release();
}
$looks = (now() - $start) / 0.02 + 2;
$commands = $redis->commands();
say('SET', $commands['set']);
say('EVALSHA and EVAL', $commands['evalsha'] + ($commands['eval'] ?? 0) - 2_000 <= 2);
say('looks', ($commands['exists'] ?? 0) <= $looks ?: $commands);

// A lock that others wait for is no reason for tryAcquire() not to try.
$redis->ask('SET', '{alone}:head', 'somebody', 'PX', '60000');
say('tryAcquire', $lock->tryAcquire());
say('release', $lock->release());
?>
--EXPECT--
one object: overtaken a few times: true
lost: 0
a new one: overtaken a few times: true
lost: 0
SET: 2000
EVALSHA and EVAL: true
looks: true
tryAcquire: true
release: true
