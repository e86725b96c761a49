--TEST--
The memory of a process stays the same over 100,000 events, and stats() says what is held and waits
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$events = 0;
RedisLock::listen(function (RedisLockEvent $event) use (&$events) {
    $events++;
});
$lock = new RedisLock('k', server: $redis->address);
$cycles = function (int $count) use ($lock): array {
    for (; $count > 0; $count--) {
        $lock->acquire();
        $lock->release();
    }
    preg_match('/VmRSS:\s+(\d+)/', file_get_contents('/proc/self/status'), $found);
    return [memory_get_usage(), (int) $found[1]];
};
[$php, $all] = $cycles(1_000);
[$php_later, $all_later] = $cycles(is_slow() ? 1_000 : 49_000);
say('events', $events === (is_slow() ? 4_000 : 100_000));
say('grown', [$php_later - $php <= 0, is_slow() || $all_later - $all <= 256 ? 'at most 256 KiB' : $all_later - $all]);

$before = RedisLock::stats();
$lock->acquire();
usleep(50_000);
say('held', RedisLock::stats()['held'] - $before['held']);
$waiting = [];
RedisLock::setPoll(function (mixed $stream, float $seconds) use (&$waiting) {
    $waiting[] = RedisLock::stats()['waiting'];
    $read = [$stream];
    $none = [];
    stream_select($read, $none, $none, (int) $seconds, (int) (fmod($seconds, 1.0) * 1e6));
});
say('waited in vain', (new RedisLock('k', server: $redis->address))->acquire(is_slow() ? 3.0 : 0.2));
RedisLock::setPoll(null);
say('waiting', [max($waiting), RedisLock::stats()['waiting']]);
$lock->release();
say('held', RedisLock::stats()['held'] - $before['held']);
say('for longer than it slept', RedisLock::stats()['hold_seconds'] - $before['hold_seconds'] >= 0.25);
?>
--EXPECT--
events: true
grown: [true,"at most 256 KiB"]
held: 1
waited in vain: false
waiting: [1,0]
held: 0
for longer than it slept: true
