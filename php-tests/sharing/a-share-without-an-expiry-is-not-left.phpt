--TEST--
A user without permission to set an expiry acquires no share and no permit, and leaves none without an expiry
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
foreach ([['-del'], ['-zrem'], ['-zrem', '-del']] as $forbidden) {
    $redis->ask('ACL', 'SETUSER', 'poor', 'reset', 'on', '>secret', '~*', '&*', '+@all', '-pexpireat', ...$forbidden);
    $server = "$redis->address?user=poor&pass=secret";
    $of = [
        'a share' => new RedisLock('k', 600.0, 0.0, $server, shared: true),
        'a permit' => new RedisSemaphore('k', 5, 600.0, 0.0, $server),
        'a heavy one' => new RedisSemaphore('k', 5, 600.0, 0.0, $server, weight: 3),
    ];
    foreach ($of as $what => $lock) {
        say("$what, " . implode(' ', $forbidden), [str_contains(thrown(fn() => $lock->acquire()), 'can'), $redis->ask('EXISTS', 'k')]);
    }
}
?>
--EXPECT--
a share, -del: [true,0]
a permit, -del: [true,0]
a heavy one, -del: [true,0]
a share, -zrem: [true,0]
a permit, -zrem: [true,0]
a heavy one, -zrem: [true,0]
a share, -zrem -del: [true,0]
a permit, -zrem -del: [true,0]
a heavy one, -zrem -del: [true,0]
