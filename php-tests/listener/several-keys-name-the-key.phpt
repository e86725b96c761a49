--TEST--
Events of several keys name the key that another owner had or that was lost, also if the call then acquires them
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
RedisLock::listen(function (RedisLockEvent $event) {
    echo "  $event->type $event->key", "\n";
});
$holder = child(<<<'PHP'
    $lock = new RedisLock('b', server: $argv[1]);
    say('holds', $lock->acquire());
    hear();
    $client = new RespClient($argv[1]);
    await('a waiter with a seat', fn() => $client->ask('STRLEN', '{b}:redislock:seat1') > 0);
    $lock->release();
    PHP, [$redis->address]);
$holder->hear();
$holder->tell('release');
$locks = new RedisMultiLock(['a', 'b', 'c'], ttl: 60.0, server: $redis->address);
say('after a wait', $locks->acquire(60.0));
$holder->finish();
$redis->ask('DEL', 'c');
say('lost and acquired anew', $locks->acquire());

function child(string $code, array $arguments): PhpChild
{
    return PhpChild::start($code, $arguments);
}
?>
--EXPECT--
contended b
  acquired a
after a wait: true
  lost c
  acquired a
lost and acquired anew: true
  released a
