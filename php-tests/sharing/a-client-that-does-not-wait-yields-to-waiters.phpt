--TEST--
tryAcquire() yields to waiters with seats, also on a free lock, so processes that call it without a pause do not block a writer
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$tried = [
    'reader' => fn() => reader($redis),
    'semaphore' => fn() => new RedisSemaphore('k', permits: 2, server: $redis->address),
];
foreach ($tried as $kind => $new) {
    $redis->ask('SET', '{k}:redislock:seat2', '1:0:0:a waiter');
    $one = $new();
    $start = now();
    $acquired = [$one->tryAcquire(), $one->tryAcquire()];
    // A waiter that leaves a free lock for a quarter of a second may have died. The machine may stand still for as long.
    say("$kind, with a waiter", now() - $start < 0.25 ? $acquired : [false, false]);
    await('the lock', fn() => $one->isHeld() || $one->tryAcquire());
    say("$kind, with one that does not acquire", $one->release());
    $redis->ask('DEL', '{k}:redislock:seat2', '{k}:redislock:watchers');
}

$code = <<<'PHP'
    [, $server, $name] = $argv;
    $redis = new RespClient($server);
    $lock = new RedisLock('k', server: $server, shared: true);
    echo "ready\n";
    while (!$redis->ask('EXISTS', 'end')) {
        for ($n = 0; $n < 100; $n++) {
            if ($lock->tryAcquire()) {
                $redis->ask('INCR', $name);
                // While a writer has a seat.
                $redis->ask('EVAL', <<<'LUA'
                    for seat = 1, 2 do
                        local token = string.match(redis.call('GET', '{k}:redislock:seat' .. seat) or '', '(%x+)$')
                        if token then
                            redis.call('HINCRBY', 'turns during ' .. token, ARGV[1], 1)
                        end
                    end
                    LUA, 0, $name);
                $lock->release();
            }
        }
    }
    PHP;
$names = ['one', 'another', 'third'];
$spinners = array_map(fn(string $name) => PhpChild::start($code, [$redis->address, $name]), $names);
array_map(fn(PhpChild $spinner) => $spinner->hear(), $spinners);
await('turns of all', fn() => min(array_map(intval(...), $redis->ask('MGET', ...$names))) > 100);
$most = 0;
$writer = new RedisLock('k', wait: 10, server: $redis->address);
for ($n = 0; $n < 10; $n++) {
    $writer->acquire() || say('the writer did not get it', $n);
    $most = max($most, ...array_map(intval(...), $redis->ask('HMGET', 'turns during ' . $writer->getToken(), ...$names)));
    $writer->release();
}
say('turns of one of them while a writer waited: at most 20', $most <= 20 ?: $most);
$redis->ask('SET', 'end', '1');
array_map(fn(PhpChild $spinner) => $spinner->finish(), $spinners);
?>
--EXPECT--
reader, with a waiter: [false,false]
reader, with one that does not acquire: true
semaphore, with a waiter: [false,false]
semaphore, with one that does not acquire: true
turns of one of them while a writer waited: at most 20: true
