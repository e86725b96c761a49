--TEST--
If a handler's exception ends a wait for many keys at a silent server, the keys that were taken cost little more than one of them
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$redis->ask('SET', 'z', 'another-owner');
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn() => throw new DomainException('enough'));
/** Returns for how long acquire() still runs when it is interrupted, beside this number of keys that it has taken. */
function longer(int $taken, RedisServer $redis): float
{
    $server = $redis->info('process_id');
    $keys = array_map(fn(int $n) => "a$n", range(1, $taken));
    $lock = new RedisMultiLock([...$keys, 'z'], wait: 60.0, server: "$redis->address?read_timeout=30");
    $helper = PhpChild::start(<<<'PHP'
        $redis = new RespClient($argv[1]);
        await('the queue', fn() => $redis->ask('EXISTS', '{z}:redislock:seat1') === 1);
        exec("kill -STOP $argv[2]");
        $start = now();
        exec("kill -ALRM $argv[3]");
        say('sent', $start);
        PHP, [$redis->address, $server, getmypid()]);
    try {
        $lock->acquire();
    } catch (DomainException) {
    }
    $end = now();
    exec("kill -CONT $server");
    preg_match('/[\d.]+/', $helper->finish(), $sent);
    unset($lock);
    await('no key', fn() => $redis->ask('EXISTS', ...$keys) === 0);

    return $end - (float) $sent[0];
}
$one = longer(1, $redis);
$many = longer(40, $redis);
say('forty cost less than ten times as much', $many < 10.0 * $one ?: "$many s, one $one s");
?>
--EXPECT--
forty cost less than ten times as much: true
