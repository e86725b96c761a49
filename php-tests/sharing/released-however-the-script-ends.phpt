--TEST--
A share is released at the end of the script, after exit(), an uncaught exception and a fatal error, also unconfirmed; others keep theirs
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$endings = [
    'the end' => '',
    'exit' => 'exit(3);',
    'an exception' => 'throw new Exception("mine");',
    'a fatal error' => 'eval("function twice() {} function twice() {}");',
];
$kinds = [
    'reader' => 'new RedisLock("k", ttl: 600.0, server: $argv[1], shared: true)',
    'unconfirmed reader' => 'new RedisLock("k", ttl: 600.0, server: $argv[1], shared: true, confirmRelease: false)',
    'semaphore' => 'new RedisSemaphore("k", 5, ttl: 600.0, server: $argv[1], weight: 3)',
    'unconfirmed semaphore' => 'new RedisSemaphore("k", 5, ttl: 600.0, server: $argv[1], weight: 3, confirmRelease: false)',
];
foreach ($kinds as $kind => $code) {
    $other = str_contains($kind, 'reader') ? reader($redis) : semaphore($redis, 5);
    $other->acquire();
    foreach ($endings as $ending => $last) {
        foreach (['$lock->acquire(); echo "held\n"; hear(); %s', '$lock->synchronized(function () { echo "held\n"; hear(); %s });'] as $script) {
            $child = PhpChild::start("\$lock = $code; " . sprintf($script, $last), [$redis->address], mergeErrors: true);
            $child->hear();
            $during = count($redis->ask('ZRANGEBYSCORE', 'k', 0, '+inf'));
            $child->tell('end');
            $child->finish();
            $result = [$during, array_keys(sharers($redis)) === [member($other)]];
            $result === [2, true] || say("$kind, $ending", $result);
        }
    }
    say($kind, [$other->isOwned(), $other->release(), $redis->ask('KEYS', '*')]);
}
?>
--EXPECT--
reader: [true,true,[]]
unconfirmed reader: [true,true,[]]
semaphore: [true,true,[]]
unconfirmed semaphore: [true,true,[]]
