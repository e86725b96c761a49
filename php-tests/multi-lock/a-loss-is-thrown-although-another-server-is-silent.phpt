--TEST--
If one of several keys was lost during the work and the reply to another one's release is missing, synchronized() throws the loss
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start(['cluster-enabled' => 'yes', 'cluster-port' => (string) free_port()], tcp: true);
$redis->ask('CLUSTER', 'ADDSLOTSRANGE', 0, 16383);
$proxy = FaultProxy::byTcp($redis);
$redis->ask('CONFIG', 'SET', 'cluster-announce-port', parse_url($proxy->address, PHP_URL_PORT));
await('a cluster', fn() => str_contains($redis->ask('CLUSTER', 'INFO'), 'cluster_state:ok'));
$address = str_replace('redis://', 'redis-cluster://', $proxy->address) . '?read_timeout=1';

// They are in two slots, and a is released first. After a missing reply, the others have little time for theirs.
$lock = new RedisMultiLock(['a', 'b'], ttl: 600.0, server: $address);
$work = function () use ($redis, $proxy) {
    $redis->ask('SET', 'a', 'another-client');
    $proxy->on('EVALSHA', 'pass')->on('EVALSHA', 'hang');
};
say('a is lost', preg_replace('/ on .* was lost/', ' was lost', thrown(fn() => $lock->synchronized($work))));
$proxy->reset();
say('  released', $lock->release());
?>
--EXPECT--
a is lost: "RedisLockLostException: Multi-lock \"a\" and \"b\" was lost, with \"a\", while the work was running: another owner holds its key now: it had been deleted, was overwritten, or expired on the server"
  released: false
