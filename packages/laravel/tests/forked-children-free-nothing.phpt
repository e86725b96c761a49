--TEST--
A forked child frees nothing of its parent, and leaves a renewed lock alone
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';
require __DIR__ . '/../../../php-tests/inc/forks.php';

$redis = RedisServer::start();
$fork = function (callable $work): void {
    $child = pcntl_fork();
    if ($child === 0) {
        $work();
        exit;
    }
    pcntl_waitpid($child, $status);
};
foreach (['plain' => [], 'renewed' => ['lock_renew' => true, 'lock_lease' => 20], 'a chosen owner' => []] as $case => $keys) {
    $cache = caches($redis, $keys)->store('redis');
    $lock = $cache->lock($case, 60, $case === 'a chosen owner' ? 'me' : null);
    $lock->get();
    $given = $keys['lock_lease'] ?? 60;
    $before = lease_of($given, $redis->ask('PTTL', $redis->locks()[0]));
    $fork(function () use ($lock): void {}); // its end is the end of its objects
    $fork(function () use (&$lock): void { $lock = null; });
    $fork(fn() => $lock->release());
    $fork(fn() => $lock->refresh() && $lock->release());
    $fork(fn() => $lock->release() || $lock->release());
    say($case, [$lock->isOwnedByCurrentProcess(), $before, lease_of($given, $redis->ask('PTTL', $redis->locks()[0])), $lock->release()]);
}

$cache = caches($redis)->store('redis');
foreach (['was never asked' => false, 'was asked' => true] as $case => $asked) {
    $lock = $cache->lock('a', 60);
    $lock->get();
    $asked && $lock->owner();
    $in_child = json_decode(in_child(fn() => print json_encode([$lock->get(), $lock->owner()])));
    say("the owner $case: a child gets the lock, and tells its parent's owner", [$in_child[0], $in_child[1] === $lock->owner(), $lock->release()]);
}
$lock->get();
$restored = $cache->restoreLock('a', $lock->owner());
in_child(fn() => $restored->release());
say('a restored lock is whose process has it', $lock->release());
?>
--EXPECT--
plain: [true,60,60,true]
renewed: [true,20,20,true]
a chosen owner: [true,60,60,true]
the owner was never asked: a child gets the lock, and tells its parent's owner: [false,true,true]
the owner was asked: a child gets the lock, and tells its parent's owner: [false,true,true]
a restored lock is whose process has it: false
