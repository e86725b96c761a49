--TEST--
Several keys of one slot are all renewed while a node with another key is silent at the last command, so no other client gets one of them
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$cluster = new Cluster('redis-server', nodeTimeout: 600_000);
$masters = $cluster->masters();
$tags = [];
for ($n = 0; count($tags) < 3; $n++) {
    $tags[array_search($cluster->nodeOf("x$n"), $masters, true)] ??= "x$n";
}
$of = fn(int $node, string $name) => "$name{{$tags[$node]}}";
// By their bytes: two keys of one slot, one that is silent in the end, and one that is waited for.
$keys = [$of(0, 'a'), $of(0, 'b'), $of(1, 'c'), $of(2, 'd')];
$masters[2]->ask('SET', $keys[3], 'another-client');
$child = PhpChild::start('$lock = new RedisMultiLock(json_decode($argv[1]), ttl: 6.0, wait: 600.0, server: $argv[2]); echo json_encode([$lock->acquire(), $lock->isHeld(), $lock->isOwned(), $lock->release()]), "\n";', [json_encode($keys), $cluster->server() . '?read_timeout=60']);
await('the first keys', fn() => $masters[1]->ask('EXISTS', $keys[2]) === 1);
$masters[1]->suspend();
$masters[2]->ask('DEL', $keys[3]);
$values = fn() => $masters[0]->ask('MGET', $keys[0], $keys[1]);
await('the common token', fn() => count(array_unique($values())) === 1);
$token = $values()[0];
// A lease begins anew twice. If one key is not renewed, it expires meanwhile.
foreach ([1, 2] as $time) {
    $left = fn() => $masters[0]->ask('PTTL', $keys[1]);
    await('a part of the lease', fn() => $left() < 4_300);
    await("renewal $time", fn() => $left() > 4_300 || $values()[1] !== $token);
}
say('both keys are still held', $values() === [$token, $token]);
$masters[1]->resume();
say('acquired, held, owned, released', json_decode($child->hear()));
?>
--EXPECT--
both keys are still held: true
acquired, held, owned, released: [true,true,true,true]
