--TEST--
If the reply to SET is lost with its connection, the same call repeats it, and the key holds its token
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
foreach (['acquire' => 'close', 'tryAcquire' => 'close', 'synchronized' => 'close', 'acquire, half a reply' => 'half'] as $call => $fault) {
    $proxy = FaultProxy::before($redis); // nothing has been left behind there
    $lock = new RedisLock('k', ttl: 60.0, server: $proxy->address);
    $proxy->on('SET', $fault);
    if ($call === 'synchronized') {
        $lock->synchronized(function (RedisLock $lock) use ($redis) {
            say('synchronized: held and owned', $lock->isHeld() && $redis->ask('GET', 'k') === $lock->getToken());
        });
    } else {
        $method = strtok($call, ',');
        say($call, $lock->$method());
        say('held and owned', $lock->isHeld() && $redis->ask('GET', 'k') === $lock->getToken());
        say('released', $lock->release());
    }
    [$first, $second] = $proxy->seen();
    say('sent', [$first[0], $second[0], $first[2] === $second[4] ? 'the same token' : 'another token']);
}
say('counted', array_intersect_key(RedisLock::stats(), ['acquired' => 0, 'contended' => 0, 'attempts' => 0, 'errors' => 0]));
?>
--EXPECT--
acquire: true
held and owned: true
released: true
sent: ["SET","EVAL","the same token"]
tryAcquire: true
held and owned: true
released: true
sent: ["SET","EVAL","the same token"]
synchronized: held and owned: true
sent: ["SET","EVAL","the same token"]
acquire, half a reply: true
held and owned: true
released: true
sent: ["SET","EVAL","the same token"]
counted: {"acquired":4,"contended":0,"attempts":4,"errors":0}
