--TEST--
getHolder() and getHolders() return any length of tokens and values: other programs' values, and a thousand caller-supplied tokens
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$patient = "$redis->address?read_timeout=60";
$shown = fn(RedisLockHolder $holder) => [$holder->label, $holder->isOwn];

// A value of two million bytes, and one that begins with the own token.
$redis->ask('SET', 'k', str_repeat('x', 2_000_000));
say('of another program', [$shown(writer($redis)->getHolder()), $shown(reader($redis)->getHolder()), writer($redis)->acquire()]);
$long = str_repeat('t', 65_536);
$redis->ask('SET', 'k', $long . 't');
say('longer than a token', [$shown(writer($redis, token: $long)->getHolder()), $shown(reader($redis, token: $long)->getHolder())]);
$redis->ask('SET', 'k', $long);
say('as long as one', [$shown(RedisLock::restore('k', $long, server: $redis->address)->getHolder())]);
$redis->ask('DEL', 'k');
$redis->ask('ZADD', 'k', server_time($redis) + 600_000, '1:' . str_repeat('x', 2_000_000));
$redis->ask('PEXPIRE', 'k', 600_000);
say('a share of another program', [$shown(writer($redis)->getHolder()), $shown(reader($redis)->getHolder())]);

// A thousand holders, whose tokens have 64 MB together.
$redis->ask('DEL', 'k');
for ($n = 0; $n < 1000; $n++) {
    $redis->ask('ZADD', 'k', server_time($redis) + 600_000, '1:' . str_pad("$n ", 65_536, 'x'));
}
$redis->ask('PEXPIRE', 'k', 600_000);
$own = RedisSemaphore::restore('k', str_pad('7 ', 65_536, 'x'), 2000, server: $patient);
$prefix = RedisSemaphore::restore('k', str_pad('8 ', 900, 'x'), 2000, server: $patient);
$own_of = fn(RedisSemaphore $of) => count(array_filter($of->getHolders(), fn($holder) => $holder->isOwn));
say('a thousand', [count($own->getHolders()), $own_of($own), $own_of($prefix), $own->getFree()]);
$redis->ask('DEL', 'k');
$labelled = semaphore($redis, 5, label: str_repeat('l', 200));
$labelled->acquire();
say('a label', strlen($labelled->getHolders()[0]->label));
?>
--EXPECT--
of another program: [[null,false],[null,false],false]
longer than a token: [[null,false],[null,false]]
as long as one: [[null,true]]
a share of another program: [[null,false],[null,false]]
a thousand: [1000,1,0,1000]
a label: 200
