--TEST--
If the reply to a release is lost with its connection, release() returns true, and the key is gone
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
// Once, so that the server knows the script and EVALSHA is what deletes.
(new RedisLock('warm up', server: $proxy->address))->synchronized(fn() => 1);

foreach (['close', 'half', 'refuse'] as $fault) {
    $lock = new RedisLock('k', ttl: 60.0, server: $proxy->address);
    $lock->acquire() && $lock->release() && $lock->acquire(); // now the server has been asked what it knows
    $proxy->seen();
    $proxy->on('EVALSHA', $fault);
    say($fault, $lock->release());
    // If the last check for waiters was some time ago, the release checks first, and then the plain command is sent.
    $sent = $proxy->seenNames();
    // After a closed connection a script is sent as text.
    say('sent once more', in_array($sent, [['EVALSHA', 'EVAL'], ['EVALSHA', 'EVAL', 'EVAL']], true) ?: $sent);
    say('key', $redis->ask('EXISTS', 'k'));
    say('held', $lock->isHeld());
    say('again', $lock->release());
}
say('counted', array_intersect_key(RedisLock::stats(), ['released' => 0, 'lost' => 0, 'errors' => 0]));
?>
--EXPECT--
close: true
sent once more: true
key: 0
held: false
again: false
half: true
sent once more: true
key: 0
held: false
again: false
refuse: true
sent once more: true
key: 0
held: false
again: false
counted: {"released":7,"lost":0,"errors":0}
