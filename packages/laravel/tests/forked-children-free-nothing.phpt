--TEST--
A forked child frees nothing of its parent, and leaves a renewed lock alone
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$fork = function (callable $work): void {
    $child = pcntl_fork();
    if ($child === 0) {
        $work();
        exit;
    }
    pcntl_waitpid($child, $status);
};
foreach (['plain' => [], 'renewed' => ['lock_renew' => true, 'lock_lease' => 20]] as $case => $keys) {
    $cache = caches($redis, $keys)->store('redis');
    $lock = $cache->lock($case, 60);
    $lock->get();
    $before = ceil($redis->ask('PTTL', $redis->locks()[0]) / 1000);
    $fork(function () use ($lock): void {}); // its end is the end of its objects
    $fork(function () use (&$lock): void { $lock = null; });
    $fork(fn() => $lock->release());
    say($case, [$lock->isOwnedByCurrentProcess(), $before, ceil($redis->ask('PTTL', $redis->locks()[0]) / 1000), $lock->release()]);
}
?>
--EXPECT--
plain: [true,60.0,60.0,true]
renewed: [true,20.0,20.0,true]
