--TEST--
Foreign members and scores in a sorted set with an expiry count as holders of one permit each, and break nothing
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$later = server_time($redis) + 60_000;
$sets = [
    'without a weight' => [$later, 'member'],
    'an empty name' => [$later, ''],
    'a weight of many digits' => [$later, str_repeat('9', 400) . ':x'],
    'a weight below zero' => [$later, '-5:x'],
    'a colon' => [$later, ':'],
    'bytes' => [$later, "1:\0\r\n\$-1\r\n\xff"],
    'for ever' => ['inf', '1:x'],
    'a part of a millisecond' => [$later + 0.5, '1:x'],
    'a hundred thousand years' => ['1e300', '1:x'],
    'ended at minus infinity' => ['-inf', '1:x'],
    'a sum of permits without a holder' => [-1e17, ''],
];
foreach ($sets as $what => $words) {
    $said = [];
    foreach ([reader($redis, ttl: 120.0), semaphore($redis, 5, weight: 2, ttl: 120.0)] as $lock) {
        $redis->ask('DEL', 'k');
        $redis->ask('ZADD', 'k', ...$words);
        $redis->ask('PEXPIRE', 'k', 60_000);
        $said[] = implode(' ', array_map(fn($call) => is_bool($answer = $call()) ? (int) $answer : $answer, [
            fn() => $lock->acquire(), fn() => $lock->isOwned(), fn() => $redis->ask('PTTL', 'k') > 60_000,
            fn() => $lock instanceof RedisSemaphore ? count($lock->getHolders()) . '/' . $lock->getFree() : $lock->getHolder()->isOwn,
            fn() => $lock->refresh(1.0), fn() => $lock->isOwned(), fn() => $lock->refresh(120.0), fn() => $redis->ask('PTTL', 'k') > 60_000,
            fn() => $lock->release(), fn() => in_array(member($lock, $lock instanceof RedisSemaphore ? 2 : 1), array_keys(sharers($redis)), true),
        ]));
    }
    say($what, $said);
}
?>
--EXPECT--
without a weight: ["1 1 1 1 1 1 1 1 1 0","1 1 1 2/2 1 1 1 1 1 0"]
an empty name: ["1 1 1 1 1 1 1 1 1 0","1 1 1 1/3 1 1 1 1 1 0"]
a weight of many digits: ["1 1 1 1 1 1 1 1 1 0","1 1 1 2/2 1 1 1 1 1 0"]
a weight below zero: ["1 1 1 1 1 1 1 1 1 0","1 1 1 2/2 1 1 1 1 1 0"]
a colon: ["1 1 1 1 1 1 1 1 1 0","1 1 1 2/2 1 1 1 1 1 0"]
bytes: ["1 1 1 1 1 1 1 1 1 0","1 1 1 2/2 1 1 1 1 1 0"]
for ever: ["1 1 1 1 1 1 1 1 1 0","1 1 1 2/2 1 1 1 1 1 0"]
a part of a millisecond: ["1 1 1 1 1 1 1 1 1 0","1 1 1 2/2 1 1 1 1 1 0"]
a hundred thousand years: ["1 1 1 1 1 1 1 1 1 0","1 1 1 2/2 1 1 1 1 1 0"]
ended at minus infinity: ["1 1 1 1 1 1 1 1 1 0","1 1 1 1/2 1 1 1 1 1 0"]
a sum of permits without a holder: ["1 1 1 1 1 1 1 1 1 0","0 0 0 0/0 0 0 0 0 0 0"]
