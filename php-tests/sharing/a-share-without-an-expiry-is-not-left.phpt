--TEST--
A user who may neither set an expiry nor delete takes no share and no permit, and leaves none that would stay for ever
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('ACL', 'SETUSER', 'poor', 'on', '>secret', '~*', '&*', '+@all', '-pexpireat', '-del');
$server = "$redis->address?user=poor&pass=secret";
$of = [
    'a share' => new RedisLock('k', 600.0, 0.0, $server, shared: true),
    'a permit' => new RedisSemaphore('k', 5, 600.0, 0.0, $server),
    'a heavy one' => new RedisSemaphore('k', 5, 600.0, 0.0, $server, weight: 3),
];
foreach ($of as $what => $lock) {
    say($what, [str_contains(thrown(fn() => $lock->acquire()), 'can'), $redis->ask('EXISTS', 'k')]);
}
?>
--EXPECT--
a share: [true,0]
a permit: [true,0]
a heavy one: [true,0]
