--TEST--
If a signal handler throws, or the script exits, while detach() waits for the reply to a renewal, the claim stays, and is released as usual
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$interrupt = function (string $how, string $lock, string $before = '') use ($redis): void {
    echo "$how, $lock\n";
    $child = PhpChild::start(<<<PHP
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () { $before throw new DomainException(); });
        \$lock = new $lock, server: "\$argv[1]?read_timeout=60");
        while (hear() === 'detach') {
            say('acquired', \$lock->acquire());
            hear();
            pcntl_alarm(1);
            try {
                \$lock->detach();
                pcntl_alarm(0);
                echo "detached\n";
            } catch (DomainException) {
                echo "interrupted\n";
                hear();
                say('  held', \$lock->isHeld());
                say('  released', \$lock->release());
            }
        }
        PHP, [$redis->address]);
    // The server is suspended for the first renewal. If that has its reply already, detach() does not wait: once more.
    await('an interrupted detach()', function () use ($child, $redis) {
        $redis->ask('FLUSHALL');
        $child->tell('detach');
        $child->hear();
        $redis->suspend();
        usleep(100_000);
        $child->tell('go on');
        $said = $child->hear();
        $redis->resume();
        return $said !== 'detached';
    });
    if ($before === '') {
        $child->tell('go on');
        echo $child->hear(), "\n", $child->hear(), "\n";
    }
    $child->finish();
    await('the key is gone', fn() => $redis->ask('EXISTS', 'k') === 0);
};

foreach (["RedisLock('k', ttl: 60.0, autoRenew: true", "RedisLock('k', ttl: 60.0, autoRenew: true, shared: true", "RedisSemaphore('k', 2, ttl: 60.0, autoRenew: true"] as $lock) {
    $interrupt('an exception', $lock);
}
$interrupt('exit()', "RedisLock('k', ttl: 60.0, autoRenew: true", 'echo "interrupted\n"; exit();');
?>
--EXPECT--
an exception, RedisLock('k', ttl: 60.0, autoRenew: true
  held: true
  released: true
an exception, RedisLock('k', ttl: 60.0, autoRenew: true, shared: true
  held: true
  released: true
an exception, RedisSemaphore('k', 2, ttl: 60.0, autoRenew: true
  held: true
  released: true
exit(), RedisLock('k', ttl: 60.0, autoRenew: true
