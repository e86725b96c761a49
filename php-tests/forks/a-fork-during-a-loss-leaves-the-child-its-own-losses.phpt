--TEST--
If a process forks while its thread reports losses, the child acquires a lock of its own, notices its loss, and ends
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$locks = array_map(fn(int $n) => new RedisLock("k$n", ttl: 60.0, server: $redis->address, abortOnLoss: true), range(1, is_slow() ? 30 : 3000));
$children = [];
// Nothing is thrown into a fiber that has ended, so the thread reports all losses again and again.
$fiber = new Fiber(function () use ($redis, $locks, &$children): void {
    try {
        Fiber::suspend();
    } finally {
        $thief = $redis->connect();
        $thief->ask('DEL', ...array_map(fn(int $n) => "k$n", range(1, count($locks))));
        for ($n = 0; $n < 8; $n++) {
            sleep(20); // the first signal ends it, and the others follow
            if (($child = pcntl_fork()) === 0) {
                pcntl_alarm(40);
                $lock = new RedisLock('child' . getmypid(), ttl: 60.0, server: $redis->address, abortOnLoss: true);
                $lock->acquire();
                $redis->connect()->ask('DEL', 'child' . getmypid());
                await('the loss', fn() => !$lock->isHeld());
                $lock->release();
                pcntl_exec('/bin/true'); // exit() would not end a script from here
            }
            $children[] = $child;
        }
    }
});
foreach ($locks as $lock) {
    $lock->acquire();
}
pause(0.1);
$fiber->start();
do {
    try {
        $fiber = null;
        array_walk($locks, fn(RedisLock $lock) => $lock->release());
        $locks = [];
    } catch (RedisLockLostException) {
    }
} while ($locks);
$ends = array_map(function (int $child): string {
    pcntl_waitpid($child, $status);
    return pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status);
}, $children);
say('children', array_keys(array_count_values($ends)));
?>
--EXPECT--
children: ["exit 0"]
