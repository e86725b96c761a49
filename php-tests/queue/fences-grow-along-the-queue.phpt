--TEST--
Waiters of a fenced lock get their fences with it, each greater than the one before
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address, fenced: true);
$holder->acquire();
$fences = [$holder->getFence()];
$waiters = queued_waiters($redis, is_slow() ? 3 : 8, ['fenced' => true, 'autoRenew' => true]);
$holder->release();
$left = $waiters;
while ($left) { // one that a busy machine suspends for 20 ms is passed over
    $owner = await('the next owner', fn() => current(array_filter($left, fn(PhpChild $waiter) => $waiter->hasSpoken())));
    unset($left[array_search($owner, $left, true)]);
    [$acquired, $fences[]] = json_decode($owner->hear());
    $acquired || say('acquired', false);
    $owner->tell('release');
}
$sorted = $fences;
sort($sorted);
say('growing', $sorted === $fences && count(array_unique($fences)) === count($waiters) + 1);

// A counter that cannot grow is an error, and takes no lock.
$holder->acquire();
$lock = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', wait: 600.0, server: $argv[1], fenced: true);
    echo strtok(thrown($lock->acquire(...)), ':'), "\n";
    say('held', $lock->isHeld());
    PHP, [$redis->address]);
$redis->ask('CONFIG', 'RESETSTAT');
await_queue($redis, 1);
$redis->ask('SET', '{k}:redislock:fence', '9007199254740993');
$holder->release();
echo $lock->finish();
say('key', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
growing: true
RedisLockConnectionException
held: false
key: 0
