--TEST--
In the worked example, a resource in Redis refuses a write with an older fence than the last one it saw
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

const WRITE = <<<'LUA'
    if tonumber(redis.call('HGET', KEYS[1], 'fence') or '0') > tonumber(ARGV[1]) then
        return 0
    end
    redis.call('HSET', KEYS[1], 'fence', ARGV[1], 'value', ARGV[2])
    return 1
    LUA;

$redis = RedisServer::start();
$write = fn(int $fence, string $value) => $redis->ask('EVAL', WRITE, '1', 'resource', $fence, $value);

$slow = new RedisLock('k', ttl: 1.0, server: $redis->address, fenced: true);
$slow->acquire();
$fence = $slow->getFence();
say('written', $write($fence, 'first'));
say('written again', $write($fence, 'second'));

$next = new RedisLock('k', wait: 60.0, server: $redis->address, fenced: true);
say('acquired after the lease', $next->acquire());
say('written by the next', $write($next->getFence(), 'third'));
say('written too late', $write($fence, 'fourth'));
say('value', $redis->ask('HGET', 'resource', 'value'));
?>
--EXPECT--
written: 1
written again: 1
acquired after the lease: true
written by the next: 1
written too late: 0
value: "third"
