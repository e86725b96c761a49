--TEST--
A deletion, takeover, rename, flush or change of type is noticed by an invalidation message, long before the next renewal
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$losses = [
    'deleted' => ['DEL', 'k'],
    'unlinked' => ['UNLINK', 'k'],
    'taken over' => ['SET', 'k', 'another-client', 'PX', '60000'],
    'renamed' => ['RENAME', 'k', 'other'],
    'flushed' => ['FLUSHALL'],
    'another type' => ['EVAL', "redis.call('DEL', KEYS[1]); redis.call('HSET', KEYS[1], 'a', 'b')", 1, 'k'],
];
foreach ($losses as $what => $command) {
    $redis->ask('FLUSHALL');
    $lock = new RedisLock('k', ttl: 30.0, server: $redis->address, autoRenew: true);
    $lock->acquire();
    await_renewals();
    pause(0.05);
    $redis->ask(...$command);
    say("$what: in time", seconds_until_lost($lock) < 5.0);
    say('  released', $lock->release());
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
deleted: in time: true
  released: false
unlinked: in time: true
  released: false
taken over: in time: true
  released: false
renamed: in time: true
  released: false
flushed: in time: true
  released: false
another type: in time: true
  released: false
lost: 6
