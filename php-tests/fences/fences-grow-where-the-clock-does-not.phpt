--TEST--
Fences grow in a tight loop, and when the server's clock stands still or is set back
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address, fenced: true);
$fences = [];
for ($n = 0; $n < (is_slow() ? 100 : 2_000); $n++) {
    $lock->acquire();
    $fences[] = $lock->getFence();
    $lock->release();
}
$sorted = array_unique($fences);
sort($sorted);
say('in a tight loop', $sorted === $fences);

// The counter is an hour ahead of the clock.
[$seconds] = $redis->ask('TIME');
$ahead = ($seconds + 3600) * 1_000_000;
$redis->ask('SET', '{k}:redislock:fence', $ahead);
for ($n = 1; $n <= 3; $n++) {
    $lock->acquire();
    say('counter and', $lock->getFence() - $ahead);
    $lock->release();
}

// All numbers that a clock can reach are exact.
$exact = 2 ** 53 - 1;
$redis->ask('SET', '{k}:redislock:fence', $exact - 1);
$lock->acquire();
say('exact', $lock->getFence() === $exact && $redis->ask('GET', '{k}:redislock:fence') === (string) $exact);
?>
--EXPECT--
in a tight loop: true
counter and: 1
counter and: 2
counter and: 3
exact: true
