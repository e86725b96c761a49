--TEST--
If another lock's loss interrupts a release that reconnects, the next call, the object's end or the next command sends it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$other = RedisServer::start();
$proxy = FaultProxy::before($other);
$thief = PhpChild::start(<<<'PHP'
    $redis = new RespClient($argv[1]);
    while (hear() === 'go') {
        usleep(200_000);
        $redis->ask('DEL', 'watched');
    }
    PHP, [$redis->address]);
$is_there = fn() => $other->ask('EVAL', "redis.call('SELECT', 1) return redis.call('EXISTS', 'k')", 0);
$endings = [
    'released again' => fn(RedisLock $lock) => $lock->release(),
    'forgotten' => function (RedisLock &$lock) {
        $lock = null;
    },
];
foreach ($endings as $what => $ending) {
    $watched = new RedisLock('watched', ttl: 60.0, server: $redis->address, abortOnLoss: true);
    $watched->acquire();
    await('the look at the key', fn() => isset($redis->commands()['evalsha']) || isset($redis->commands()['eval']));
    $lock = new RedisLock('k', ttl: 60.0, server: "$proxy->address?db=1&read_timeout=60");
    $proxy->on('SET', 'last');
    say('acquired', $lock->acquire());
    // The connection is gone, and a new one gets no further than this.
    $proxy->always('SELECT', 'hang');
    $proxy->seen();
    $thief->tell('go');
    say('  the release is interrupted', substr((string) thrown($lock->release(...)), 0, 22));
    say('  it had come as far as', $proxy->seenNames());
    say('  the key is there', $is_there());
    $proxy->reset();
    say("  $what", $ending($lock));
    say('  the key is there', $is_there());
    say('  the watched one was lost', $watched->release());
    unset($lock, $watched);
}

// At the object's end it is left for the next contact with that server.
$watched = new RedisLock('watched', ttl: 60.0, server: $redis->address, abortOnLoss: true);
$watched->acquire();
$lock = new RedisLock('k', ttl: 60.0, server: "$proxy->address?db=1&read_timeout=60");
$proxy->on('SET', 'last');
say('acquired', $lock->acquire());
$proxy->on('SELECT', 'hang');
$thief->tell('go');
say('  the loss is told', substr(thrown(function () use (&$lock) {
    $lock = null;
    compute(10.0);
}), 0, 22));
say('  the key is there', $is_there());
$next = new RedisLock('another', server: "$proxy->address?db=1&read_timeout=60");
say('  another lock there', $next->acquire());
say('  the key is there', $is_there());
?>
--EXPECT--
acquired: true
  the release is interrupted: "RedisLockLostException"
  it had come as far as: ["SELECT"]
  the key is there: 1
  released again: true
  the key is there: 0
  the watched one was lost: false
acquired: true
  the release is interrupted: "RedisLockLostException"
  it had come as far as: ["SELECT"]
  the key is there: 1
  forgotten: null
  the key is there: 0
  the watched one was lost: false
acquired: true
  the loss is told: "RedisLockLostException"
  the key is there: 1
  another lock there: true
  the key is there: 0
