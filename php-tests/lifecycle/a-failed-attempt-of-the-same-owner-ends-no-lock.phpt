--TEST--
An attempt with a caller-supplied token that fails after its execution deletes nothing, because another object holds the lock with that token
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
pcntl_async_signals(true);
// The reply comes after the handler has run, so the attempt has failed however slow the machine is.
pcntl_signal(SIGUSR1, fn() => $proxy->sendKeptReplies() && throw new DomainException('of the handler'));
$kinds = [
    'lock' => fn(array $options) => new RedisLock(...$options),
    'fenced lock' => fn(array $options) => new RedisLock(...$options, fenced: true),
    'share' => fn(array $options) => new RedisLock(...$options, shared: true),
    'permits' => fn(array $options) => new RedisSemaphore(...$options, permits: 3, weight: 2),
];
$failures = [
    'too few replicas' => [['replicas' => 1], fn() => null],
    'a reply later than the lease' => [['ttl' => 0.1], fn() => $proxy->on('EVALSHA', 'delay', 0.3)],
    'a handler that throws' => [[], fn() => $proxy->on('EVALSHA', 'signal', getmypid())],
    'no reply' => [[], fn() => $proxy->on('EVALSHA', 'hang')],
];
foreach ($kinds as $kind => $make) {
    $options = ['key' => 'k', 'ttl' => 60.0, 'wait' => 0.0, 'server' => "$proxy->address?read_timeout=5", 'token' => 'T'];
    foreach ($failures as $failure => [$more, $prepare]) {
        $holder = $make(['server' => $redis->address] + $options);
        $holder->acquire();
        // The server knows the script, and the connection is there.
        $make(['key' => 'other'] + $options)->acquire();
        $same = $make($more + $options);
        $prepare();
        $outcome = thrown(fn() => $same->tryAcquire());
        say("$kind, $failure", preg_replace('/Cannot.*: /', '', $outcome));
        $proxy->reset();
        (new RedisLock('another', server: $options['server']))->isLocked(); // a contact, at which leftovers are deleted
        unset($same);
        $writer = new RedisLock('k', ttl: 60.0, wait: 0.0, server: $redis->address);
        say('  held, owned, another owner gets in', [$holder->isHeld(), $holder->isOwned(), $writer->tryAcquire()]);
        say('  released', [$holder->release(), $redis->ask('EXISTS', 'k')]);
    }
}
?>
--EXPECT--
lock, too few replicas: "nothing thrown, returned false"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
lock, a reply later than the lease: "nothing thrown, returned false"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
lock, a handler that throws: "DomainException: of the handler"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
lock, no reply: "RedisLockConnectionException: no reply within the read timeout; whether the command was executed is not known (is the server overloaded, or redislock.read_timeout too short?)"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
fenced lock, too few replicas: "nothing thrown, returned false"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
fenced lock, a reply later than the lease: "nothing thrown, returned false"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
fenced lock, a handler that throws: "DomainException: of the handler"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
fenced lock, no reply: "RedisLockConnectionException: no reply within the read timeout; whether the command was executed is not known (is the server overloaded, or redislock.read_timeout too short?)"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
share, too few replicas: "nothing thrown, returned false"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
share, a reply later than the lease: "nothing thrown, returned false"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
share, a handler that throws: "DomainException: of the handler"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
share, no reply: "RedisLockConnectionException: no reply within the read timeout; whether the command was executed is not known (is the server overloaded, or redislock.read_timeout too short?)"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
permits, too few replicas: "nothing thrown, returned false"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
permits, a reply later than the lease: "nothing thrown, returned false"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
permits, a handler that throws: "DomainException: of the handler"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
permits, no reply: "RedisLockConnectionException: no reply within the read timeout; whether the command was executed is not known (is the server overloaded, or redislock.read_timeout too short?)"
  held, owned, another owner gets in: [true,true,false]
  released: [true,0]
