--TEST--
Who does not wait gives way to the head of the queue, also of a free lock if that one has been there just now: processes that call tryAcquire() without a pause keep no writer waiting
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$tried = [
    'reader' => fn() => reader($redis),
    'semaphore' => fn() => new RedisSemaphore('k', permits: 2, server: $redis->address),
];
// HEAD_LIFE is 2 s; a head that has come 250 ms ago may have died. If its key lasts longer, the server's clock was set back.
$heads = ['was there just now' => 2000, 'was there long ago' => 1700, 'was there by another time' => 60_000];
foreach ($tried as $kind => $new) {
    foreach ($heads as $when => $life) {
        $redis->ask('SET', '{k}:redislock:head', 'somebody', 'PX', $life);
        $one = $new();
        say("$kind, a head $when", [$one->tryAcquire(), $one->release()]);
    }
    $redis->ask('SET', '{k}:redislock:head', 'somebody', 'PX', 2000);
    $redis->ask('RPUSH', '{k}:redislock:signal', 'somebody');
    say("$kind, it has called, and nobody is in line", [$one->tryAcquire(), $one->release()]);
    $redis->ask('DEL', '{k}:redislock:head', '{k}:redislock:signal');
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
                // While a head is waiting that was there just now.
                $redis->ask('EVAL', <<<'LUA'
                    local head = redis.call('GET', '{k}:redislock:head')
                    if head and redis.call('PTTL', '{k}:redislock:head') > 1750 then
                        redis.call('HINCRBY', 'turns during ' .. head, ARGV[1], 1)
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
reader, a head was there just now: [false,false]
reader, a head was there long ago: [true,true]
reader, a head was there by another time: [true,true]
reader, it has called, and nobody is in line: [true,true]
semaphore, a head was there just now: [false,false]
semaphore, a head was there long ago: [true,true]
semaphore, a head was there by another time: [true,true]
semaphore, it has called, and nobody is in line: [true,true]
turns of one of them while a writer waited: at most 20: true
