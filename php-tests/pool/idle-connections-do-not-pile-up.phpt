--TEST--
A worker that computes its timeouts, or has a user for every tenant, does not keep a connection for each
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/forks.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$quorum = [RedisServer::start(), RedisServer::start()];
for ($n = 0; $n < 200; $n++) {
    $redis->ask('ACL', 'SETUSER', "tenant$n", 'on', '>secret', '~*', '+@all');
}
$sockets = fn() => count(preg_grep('/^socket:/', descriptors()));
$none = $sockets();
$cycle = function (string|array $server, bool $renewed = false): bool {
    $lock = new RedisLock('k', server: $server, autoRenew: $renewed);
    return $lock->acquire() && $lock->isOwned() && $lock->release();
};
$done = 0;
for ($n = 0; $n < 200; $n++) {
    $done += (int) $cycle("$redis->address?read_timeout=" . 2 + $n / 1000);
}
say('timeouts', [$done, $sockets() - $none]);
$done = 0;
for ($n = 0; $n < 200; $n++) {
    $done += (int) $cycle("$redis->address?user=tenant$n&pass=secret");
    $most = max($most ?? 0, RedisLock::stats()['connections']);
}
say('users', [$done, $sockets() - $none <= 70, $most]);
$done = 0;
for ($n = 0; $n < 200; $n++) {
    $done += (int) $cycle(array_map(fn(RedisServer $server) => "$server->address?read_timeout=" . 2 + $n / 1000, $quorum));
}
say('timeouts of a quorum', [$done, $sockets() - $none <= 70]);
for ($n = 0; $n < 100; $n++) {
    foreach ($quorum as $server) {
        $n < 1 && $server->ask('CONFIG', 'SET', 'maxclients', '10000');
    }
    $done += (int) $cycle(array_map(fn(RedisServer $server) => "$server->address?db=" . $n % 16, $n & 1 ? $quorum : array_reverse($quorum)));
}
say('quorums', $sockets() - $none <= 130);

// Each lock's own timeout applies on the shared connection.
$seconds = function (float $timeout) use ($redis): float {
    $lock = new RedisLock('k', server: "$redis->address?read_timeout=$timeout");
    $lock->isLocked();
    $redis->suspend();
    $start = now();
    try {
        $lock->isLocked();
    } catch (RedisLockConnectionException) {
    }
    $seconds = now() - $start;
    $redis->resume();
    return $seconds;
};
say('short, long, short', array_map(fn(float $timeout) => time_outs($seconds($timeout), $timeout), [4.0, 8.0, 4.0]));
?>
--EXPECT--
timeouts: [200,1]
users: [200,true,64]
timeouts of a quorum: [200,true]
quorums: true
short, long, short: [1,1,1]
