--TEST--
If a release with autoRelease: false missed a server of a quorum, it is not sent there later: another process may hold the lock by this token
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$list = addresses($servers, '?read_timeout=1');
$code = <<<'PHP'
    [, $list] = $argv;
    $list = unserialize($list);
    $lock = new RedisLock('k', ttl: 600.0, autoRelease: false, server: $list);
    $other = new RedisLock('other', ttl: 600.0, server: $list);
    echo json_encode($lock->acquire()), "\n", $lock->getToken(), "\n";
    while (($order = hear()) !== '') {
        try {
            $done = $order === 'release' ? $lock->release() : $other->acquire() && $other->release();
        } catch (RedisLockConnectionException) {
            $done = false;
        }
        echo json_encode($done), "\n";
    }
    PHP;
$first = PhpChild::start($code, [serialize($list)]);
say('the first process has it', $first->hear());
$token = $first->hear();
$use_another = function () use ($first): bool {
    $first->tell('another lock');
    return $first->hear() === 'true';
};
await('all have voted', fn() => holders($servers, 'k') === 3);

// The release misses the last server, whose connection is given up.
$servers[2]->suspend();
$first->tell('release');
say('  it releases', $first->hear());
foreach (range(1, 3) as $_) {
    $use_another();
    usleep(300_000); // the read timeout of the last server
}
$servers[2]->resume();

// Another process acquires with the token, with two servers' votes.
$servers[0]->suspend();
$second = RedisLock::restore('k', $token, ttl: 600.0, server: $list);
await('the second has it', fn() => $second->isHeld() || $second->acquire(5.0));
$votes = fn(): int => count(array_filter([$servers[1], $servers[2]], fn(RedisServer $server) => $server->ask('GET', 'k') === $token));
await('two votes', fn() => $votes() === 2);

// The first process is in contact with the last server again.
for ($n = 0; $n < 5;) {
    $n += (int) $use_another();
}
await('the last server has executed what it was sent', fn() => holders([$servers[2]], 'other') === 0);
say('the votes of the second', $votes());
$servers[0]->resume();
$third = new RedisLock('k', server: $list);
say('the third', $third->tryAcquire());
say('the second releases', $second->release());
?>
--EXPECT--
the first process has it: "true"
  it releases: "true"
the votes of the second: 2
the third: false
the second releases: true
