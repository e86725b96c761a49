--TEST--
A caller-supplied token whose release had no reply is not acquired with again, at once or in the queue; other tokens are
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$options = ['server' => "$proxy->address?read_timeout=1.5", 'token' => 'owner'];
$refused = fn(callable $call) => str_contains(thrown($call), 'a release, a refresh() or a change between share and lock with this token had no answer and may still arrive');

foreach (['keep' => 'not executed yet', 'hang' => 'executed', 'close' => 'executed, and the connection closed'] as $fault => $what) {
    $lock = new RedisLock($fault, ...$options);
    // Loads the script, because its first use would be sent twice.
    say($what, [$lock->acquire(), $lock->release(), $lock->acquire()]);
    $proxy->on('EVALSHA', $fault);
    thrown(fn() => $lock->release());
    say('  acquired again', $refused(fn() => $lock->acquire()));
    say('  by another object, with a wait', $refused(fn() => (new RedisLock($fault, ...$options))->acquire(1.0)));
    // A key that is gone proves nothing: another owner of the token may have released it.
    RedisLock::restore($fault, 'owner', server: $redis->address)->release();
    thrown(fn() => $lock->release());
    say('  after it was seen to be gone', $refused(fn() => $lock->acquire()));
    say('  another key', (new RedisLock("another $fault", ...$options))->acquire());
    say('  another token', (new RedisLock($fault, ...['token' => 'another'] + $options))->acquire());
    $generated = new RedisLock($fault, server: $redis->address);
    say('  a generated token', $generated->acquire());
    $proxy->deliver();
    say('  is still held', $generated->isOwned());
}

// A refresh to a shorter lease.
$lock = new RedisLock('refresh', ...$options);
$lock->acquire();
$proxy->on('EVALSHA', 'keep');
thrown(fn() => $lock->refresh(5.0));
RedisLock::restore('refresh', 'owner', server: $redis->address)->release();
say('shortened', [$lock->release(), $refused(fn() => $lock->acquire())]);

// A pending release is remembered although all connections to the server are closed.
unset($lock);
$other = RedisServer::start();
(new RedisLock('k', server: $other->address))->acquire();
say('later', $refused(fn() => (new RedisLock('refresh', ...$options))->acquire()));
?>
--EXPECT--
not executed yet: [true,true,true]
  acquired again: true
  by another object, with a wait: true
  after it was seen to be gone: true
  another key: true
  another token: true
  a generated token: true
  is still held: true
executed: [true,true,true]
  acquired again: true
  by another object, with a wait: true
  after it was seen to be gone: true
  another key: true
  another token: true
  a generated token: true
  is still held: true
executed, and the connection closed: [true,true,true]
  acquired again: true
  by another object, with a wait: true
  after it was seen to be gone: true
  another key: true
  another token: true
  a generated token: true
  is still held: true
shortened: [false,true]
later: true
