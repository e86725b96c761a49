--TEST--
If a fiber is suspended inside synchronized(), the lock stays held until the work ends or the fiber is destroyed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 60.0, server: $redis->address);
$work = function () use ($lock) {
    return $lock->synchronized(function () {
        $told = Fiber::suspend('suspended');
        return "told $told";
    });
};
$fiber = new Fiber($work);
say('start', $fiber->start());
say('held', [$lock->isHeld(), $redis->ask('EXISTS', 'k')]);
echo thrown(fn() => $lock->synchronized(fn() => 1)), "\n";
$fiber->resume('to go on');
say('result', $fiber->getReturn());
say('key', $redis->ask('EXISTS', 'k'));

$fiber = new Fiber($work);
$fiber->start();
echo thrown(fn() => $fiber->throw(new LogicException('thrown into it'))), "\n";
say('key', $redis->ask('EXISTS', 'k'));

$fiber = new Fiber($work);
$fiber->start();
say('key', $redis->ask('EXISTS', 'k'));
unset($fiber);
gc_collect_cycles();
say('key after the fiber went', $redis->ask('EXISTS', 'k'));

foreach (['', '@trigger_error("", E_USER_ERROR);', '$fiber->resume("trigger_error");'] as $ending) {
    $child = PhpChild::start(<<<'PHP'
        ini_set('display_errors', '0');
        $lock = new RedisLock('k', ttl: 60.0, server: $argv[1]);
        $fiber = new Fiber(fn() => $lock->synchronized(function () {
            echo "suspended\n";
            (Fiber::suspend())('', E_USER_ERROR);
        }));
        $fiber->start();
        eval($argv[2]);
        PHP, [$redis->address, $ending], mergeErrors: true);
    say('suspended at the end, ' . ($ending ?: 'nothing'), $child->finish());
    say('key', $redis->ask('EXISTS', 'k'));
}
?>
--EXPECTF--
start: "suspended"
held: [true,1]
RedisLockException: synchronized() is running on lock "k" on unix://%s/redis.sock already, and the inner one would release it too early: call the inner work directly
result: "told to go on"
key: 0
LogicException: thrown into it
key: 0
key: 1
key after the fiber went: 0
suspended at the end, nothing: "suspended\n"
key: 0
suspended at the end, @trigger_error("", E_USER_ERROR);: "suspended\n"
key: 0
suspended at the end, $fiber->resume("trigger_error");: "suspended\n"
key: 0
