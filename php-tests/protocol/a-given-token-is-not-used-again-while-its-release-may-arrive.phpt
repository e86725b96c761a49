--TEST--
token: a release without an answer that may still arrive keeps the token from being acquired with again; one that is known to have been executed does not
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$options = ['server' => "$proxy->address?read_timeout=0.3", 'token' => 'owner'];
$lock = new RedisLock('k', ...$options);
// The script is known, or its first use would be sent twice.
say('once', [$lock->acquire(), $lock->release()]);

// Executed, and its reply is lost with the connection: the repeated one finds the token gone.
$lock->acquire();
$proxy->on('EVALSHA', 'close');
say('released', $lock->release());
say('acquired again', $lock->acquire());

// Not executed yet.
$proxy->on('EVALSHA', 'keep');
say('release', thrown(fn() => $lock->release()) !== 'nothing thrown');
say('acquired again', str_contains(thrown(fn() => $lock->acquire()), 'a release or a refresh() with this token had no answer and may still arrive'));
say('by another object', str_contains(thrown(fn() => (new RedisLock('k', ...$options))->acquire()), 'may still arrive'));
say('another key', (new RedisLock('other', ...$options))->acquire());
say('another token', (new RedisLock('k', ...['token' => 'another'] + $options))->acquire());
$drawn = new RedisLock('k', server: $redis->address);
say('a drawn one', $drawn->acquire());
say('arrives', $proxy->deliver());
say('still held', $drawn->isOwned());
?>
--EXPECT--
once: [true,true]
released: true
acquired again: true
release: true
acquired again: true
by another object: true
another key: true
another token: true
a drawn one: true
arrives: 1
still held: true
