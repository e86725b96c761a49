--TEST--
Unrequested bytes are never taken for a reply: those that arrive with a reply invalidate it, and later ones end the connection
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$redis->ask('SET', 'taken', 'another-client');
$taken = new RedisLock('taken', server: $proxy->address);

// Either of the two may be the reply.
$proxy->on('EXISTS', 'say', ":0\r\n:1\r\n");
say('locked', failure($taken->isLocked(...)));
say('locked', $taken->isLocked());
$proxy->on('SET', 'say', "+OK\r\n$-1\r\n");
say('acquired', failure($taken->tryAcquire(...)));
say('held', $taken->isHeld());
$another = FaultProxy::before($redis); // nothing has been left behind there
$free = new RedisLock('free', server: $another->address);
$free->acquire();
$another->on('EVALSHA', 'say', ":1\r\n:0");
say('released', failure($free->release(...)));
say('released', $free->release());

// They come a moment later, in pieces or whole, by chance within microseconds of the reply.
$granted = 0;
foreach (["+O", "+OK\r\n"] as $bytes) {
    for ($n = 0; $n < 25; $n++) {
        say_unless('locked', true, $taken->isLocked());
        $proxy->sendUnrequested($bytes);
        $granted += (int) $taken->tryAcquire();
    }
}
say('granted', $granted);
say('key', $redis->ask('GET', 'taken'));

function say_unless(string $what, mixed $expected, mixed $value): void
{
    $expected === $value || say($what, $value);
}
?>
--EXPECT--
locked: "RedisLockConnectionException: Cannot check lock \"taken\" on unix://.../proxy: not a reply of Redis: more came than was asked for (is this address the port of a Redis server?)"
locked: true
acquired: "RedisLockConnectionException: Cannot acquire lock \"taken\" on unix://.../proxy: not a reply of Redis: more came than was asked for (is this address the port of a Redis server?)"
held: false
released: "RedisLockConnectionException: Cannot release lock \"free\" on unix://.../proxy: not a reply of Redis: more came than was asked for (is this address the port of a Redis server?)"
released: true
granted: 0
key: "another-client"
