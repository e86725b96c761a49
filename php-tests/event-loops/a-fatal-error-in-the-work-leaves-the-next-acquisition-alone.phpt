--TEST--
A fatal error in the work of synchronized() releases its lock, but not what another fiber has acquired with the same object since
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$code = <<<'PHP'
    require $argv[3];
    RedisLock::setPoll(Loop::poll(...));
    [, $address, $isReleased] = $argv;
    $lock = new RedisLock('k', ttl: 600.0, server: "$address?read_timeout=60", autoRelease: false);
    $works = false;
    $work = Loop::start(fn() => $lock->synchronized(function () use ($lock, $isReleased, &$works): void {
        $isReleased && $lock->release();
        $works = true;
        Fiber::suspend();
        eval('class DateTime {}');
    }));
    Loop::run(function () use (&$works) { return $works; });
    if ($isReleased) {
        $isAcquired = false;
        Loop::start(function () use ($lock, &$isAcquired): void {
            $isAcquired = $lock->acquire(INF);
        });
        Loop::run(function () use (&$isAcquired) { return $isAcquired; });
    }
    $work->resume();
    PHP;
foreach (['it has its lock' => 0, 'it has released it, and another fiber has it' => 1] as $what => $isReleased) {
    $words = PhpChild::start($code, [$redis->address, $isReleased, __DIR__ . '/../inc/Loop.php'], mergeErrors: true)->finish();
    say("$what: a fatal error", str_contains($words, 'Fatal error: Cannot declare class'));
    say("$what: the key is there", $redis->ask('EXISTS', 'k'));
    $redis->ask('FLUSHALL');
}
?>
--EXPECT--
it has its lock: a fatal error: true
it has its lock: the key is there: 0
it has released it, and another fiber has it: a fatal error: true
it has released it, and another fiber has it: the key is there: 1
