--TEST--
If a quorum's servers lose their scripts and a process releases and ends, the release also reaches a slow server
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$proxy = FaultProxy::before($servers[2]);
$list = [$servers[0]->address, $servers[1]->address, "$proxy->address?read_timeout=5"];
$child = PhpChild::start('
    $lock = new RedisLock("k", 600.0, server: unserialize($argv[1]));
    $lock->acquire() && $lock->release();
    while (($order = hear()) !== "") {
        echo json_encode($order === "acquire" ? $lock->acquire() : $lock->release()), "\n";
    }', [serialize($list)]);
await('the lock on all servers', function () use ($child, $servers) {
    $child->tell('acquire');
    $child->hear();
    if (holders($servers, 'k') === 3) {
        return true;
    }
    $child->tell('release');
    $child->hear();
});
array_map(fn(RedisServer $server) => $server->ask('SCRIPT', 'FLUSH'), $servers);
$proxy->always('*', 'late', 0.2);
$child->tell('release');
say('released', $child->hear());
$child->finish();
await('nothing left', fn() => holders($servers, 'k') === 0, 10.0);
?>
--EXPECT--
released: "true"
