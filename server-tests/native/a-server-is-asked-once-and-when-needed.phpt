--TEST--
A server is asked for its commands once per connection, and only by a call that needs to know
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = SingleServer::tcp(getenv('REDISLOCK_PROGRAM'))->node;
$asked = fn() => preg_match('/^cmdstat_command\|info:calls=(\d+)/m', $redis->ask('INFO', 'commandstats'), $found) ? (int) $found[1] : 0;
$redis->ask('SET', 'k', 'another-client');
$lock = new RedisLock('k', server: $redis->address);
say('not acquired', [$lock->tryAcquire(), $lock->isLocked(), $lock->isOwned(), $lock->release(), $asked()]);
$redis->ask('DEL', 'k');
say('acquired', [$lock->tryAcquire(), $asked()]);
say('refreshed', [$lock->refresh(), $asked()]);
for ($n = 0; $n < 100; $n++) {
    $lock->acquire();
    $lock->release();
    (new RedisLock("another $n", server: $redis->address))->acquire();
}
say('many more', $asked());
$lock->acquire();
$redis->ask('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
say('a new connection', [$lock->refresh(), $lock->release(), $asked()]);
say('errors', RedisLock::stats()['errors']);
?>
--EXPECT--
not acquired: [false,true,false,false,0]
acquired: [true,0]
refreshed: [true,0]
many more: 1
a new connection: [true,true,2]
errors: 0
