--TEST--
The listener's event names the kind of the lock, its key, its server without the password, and the fencing token
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start(['requirepass' => 'Secret-1'], tcp: true);
$server = $redis->tcpAddress('default:Secret-1');
$redis->ask('AUTH', 'Secret-1');
RedisLock::listen(function (RedisLockEvent $event) use ($redis) {
    $event->server === $redis->tcpAddress() || print "at $event->server\n";
    printf("  %s %s %s, attempts %d, fence %s\n", $event->kind, $event->key, $event->type, $event->attempts, $event->fence === null ? 'none' : 'drawn');
});

$lock = new RedisLock('lock', server: $server, fenced: true);
say('fenced', $lock->synchronized(fn() => 'done'));
$reader = new RedisLock('shared', server: $server, shared: true);
say('read', $reader->synchronized(fn() => 'done'));
$semaphore = new RedisSemaphore('semaphore', 1, server: $server);
say('permit', [$semaphore->acquire(), (new RedisSemaphore('semaphore', 1, server: $server))->acquire(0.0), $semaphore->release()]);

$three = new RedisMultiLock(['c', 'a', 'b'], server: $server, fenced: true);
say('three keys', [$three->acquire(), $three->release()]);
$redis->ask('SET', 'b', 'another-client');
say('two of three', [$three->acquire(0.0), $three->getBlockedBy()]);
$redis->ask('DEL', 'b');
$three = new RedisMultiLock(['c', 'a', 'b'], ttl: 60.0, server: $server, autoRenew: true);
$three->acquire();
RedisLock::listen(function (RedisLockEvent $event) use (&$lost) {
    $lost = $event;
});
$redis->ask('DEL', 'b');
await('the loss', function () use (&$lost) {
    return $lost !== null;
});
say('lost', [$lost->kind, $lost->key, $lost->type, $lost->held > 0.0, $lost->reason]);
RedisLock::listen(null);
$three = null;
say('counted', array_intersect_key(RedisLock::stats(), array_flip(['acquired', 'contended', 'timeouts', 'released', 'lost', 'held'])));
?>
--EXPECT--
lock lock acquired, attempts 1, fence drawn
  lock lock released, attempts 1, fence drawn
fenced: "done"
  shared shared acquired, attempts 1, fence none
  shared shared released, attempts 1, fence none
read: "done"
  semaphore semaphore acquired, attempts 1, fence none
  semaphore semaphore contended, attempts 1, fence none
  semaphore semaphore timeout, attempts 1, fence none
  semaphore semaphore released, attempts 1, fence none
permit: [true,false,true]
  multi a acquired, attempts 1, fence drawn
  multi a released, attempts 1, fence drawn
three keys: [true,true]
  multi b contended, attempts 1, fence none
  multi b timeout, attempts 1, fence none
two of three: [false,"b"]
  multi a acquired, attempts 1, fence none
lost: ["multi","b","lost",true,"its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"]
counted: {"acquired":5,"contended":2,"timeouts":2,"released":4,"lost":1,"held":0}
