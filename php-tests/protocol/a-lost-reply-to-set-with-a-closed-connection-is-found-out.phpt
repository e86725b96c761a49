--TEST--
If the reply to SET is lost with its connection, the same call deletes what it has left and repeats it with another token
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
foreach (['acquire' => 'close', 'tryAcquire' => 'close', 'synchronized' => 'close', 'acquire, half a reply' => 'half'] as $call => $fault) {
    $proxy = FaultProxy::before($redis);
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
    $sent = array_filter($proxy->seen(), fn(array $command) => $command[0] !== 'COMMAND');
    $first = $sent[0][2];
    $sent = array_map(fn(array $command) => in_array($first, $command, true) ? "$command[0] with the first token" : 'with another token', $sent);
    say('sent', array_slice(array_values(array_unique(str_replace('EVALSHA', 'EVAL', $sent))), 0, 3));
}
say('counted', array_intersect_key(RedisLock::stats(), ['acquired' => 0, 'contended' => 0, 'attempts' => 0, 'errors' => 0]));
?>
--EXPECT--
acquire: true
held and owned: true
released: true
sent: ["SET with the first token","EVAL with the first token","with another token"]
tryAcquire: true
held and owned: true
released: true
sent: ["SET with the first token","EVAL with the first token","with another token"]
synchronized: held and owned: true
sent: ["SET with the first token","EVAL with the first token","with another token"]
acquire, half a reply: true
held and owned: true
released: true
sent: ["SET with the first token","EVAL with the first token","with another token"]
counted: {"acquired":4,"contended":0,"attempts":4,"errors":0}
