--TEST--
A lock and a read lock with one chosen owner exclude each other, and a held read lock is its owner's
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
foreach (['plain' => [], 'renewed' => ['lock_renew' => true], 'lock_server' => ['lock_server' => "unix://$redis->socket"]] as $what => $keys) {
    $store = caches($redis, $keys)->store('redis');
    $writer = $store->lock('job', 600, 'me');
    say("$what: the lock, a read lock of its owner, of another one", [$writer->get(), $store->readLock('job', 600, 'me')->get(), $store->readLock('job', 600, 'you')->get()]);
    say('  the lock is held, and released', [$writer->isOwnedByCurrentProcess(), $writer->release()]);
    $reader = $store->readLock('job', 600, 'me');
    say('  a read lock, the lock of its owner', [$reader->get(), $store->lock('job', 600, 'me')->get()]);
    say('  it is its owner\'s', [$reader->isOwnedByCurrentProcess(), $reader->isOwnedBy('me'), $reader->isOwnedBy('you')]);
    say('  it is released', [$reader->release(), $redis->ask('DBSIZE')]);
}
$generated = caches($redis)->store('redis')->readLock('job', 600);
say('a read lock without a chosen owner', [$generated->get(), $generated->isOwnedByCurrentProcess(), $generated->release()]);
?>
--EXPECT--
plain: the lock, a read lock of its owner, of another one: [true,false,false]
  the lock is held, and released: [true,true]
  a read lock, the lock of its owner: [true,false]
  it is its owner's: [true,true,false]
  it is released: [true,0]
renewed: the lock, a read lock of its owner, of another one: [true,false,false]
  the lock is held, and released: [true,true]
  a read lock, the lock of its owner: [true,false]
  it is its owner's: [true,true,false]
  it is released: [true,0]
lock_server: the lock, a read lock of its owner, of another one: [true,false,false]
  the lock is held, and released: [true,true]
  a read lock, the lock of its owner: [true,false]
  it is its owner's: [true,true,false]
  it is released: [true,0]
a read lock without a chosen owner: [true,true,true]
