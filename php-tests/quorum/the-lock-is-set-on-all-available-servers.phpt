--TEST--
A majority decides, but all five servers get the lock, also those whose connections are still being made
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(5);
// Two of them let each new connection wait for a moment.
$late = array_map(fn(RedisServer $server) => FaultProxy::before($server)->always('COMMAND', 'delay', 0.005), array_slice($servers, 3));
$addresses = [...addresses(array_slice($servers, 0, 3)), ...array_column($late, 'address')];
// On a busy machine such a moment may be longer than the 50 ms that the lock waits for them.
await('a lock on all', function () use ($servers, $addresses) {
    $child = PhpChild::start(<<<'PHP'
        $lock = new RedisLock('k', ttl: 60.0, server: array_slice($argv, 1));
        say('acquired', $lock->acquire());
        hear();
        PHP, $addresses);
    $child->hear() === 'acquired: true' || throw new RuntimeException('not acquired');
    // The last ones have been asked, and may still have to answer.
    for ($end = now() + 1.0; ($holders = holders($servers, 'k')) < 5 && now() < $end;) {
        usleep(1_000);
    }
    $child->tell('end');
    $child->finish();
    await_nothing_left($servers);
    return $holders === 5;
});
echo "on all\n";
?>
--EXPECT--
on all
