--TEST--
A cluster that is down, an unreachable, suspended or foreign seed, and a key that fits no slot each have their own error
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$cluster = new Cluster('redis-server');
$kind = $cluster->kind();
$server = $cluster->server();
$seed = '127.0.0.1:' . $cluster->nodes()[0]->port;
$unreachable = '127.0.0.1:' . free_port();
$asked = fn(string $server, float $wait = 0.0) => error_of(fn() => (new RedisLock('k', wait: $wait, server: $server))->acquire());

echo 'one of two seeds: ', $asked("redis-cluster://$unreachable,$seed"), "\n";
echo 'all seeds: ', $asked("redis-cluster://$unreachable,127.0.0.1:1", 0.3), "\n";
$empty = Node::start('redis-server', ['cluster-enabled' => 'yes', 'cluster-config-file' => 'nodes.conf', 'cluster-port' => free_port()]);
echo 'one that was taken out: ', $asked("redis-cluster://127.0.0.1:$empty->port,$seed"), "\n";
echo 'only that: ', $asked("redis-cluster://127.0.0.1:$empty->port"), "\n";
$plain = Node::start('redis-server');
echo 'no cluster: ', $asked("redis-cluster://127.0.0.1:$plain->port", INF), "\n";
$plain->suspend();
echo 'one that is suspended: ', $asked("redis-cluster://127.0.0.1:$plain->port,$seed?read_timeout=1.5"), "\n";
echo 'only that: ', $asked("redis-cluster://127.0.0.1:$plain->port?read_timeout=1"), "\n";
// A wait outlasts the suspension, and then gets the error that this is no cluster.
$waits = child('echo thrown(fn() => (new RedisLock("k", wait: 60.0, server: $argv[1]))->acquire()), "\n";', ["redis-cluster://127.0.0.1:$plain->port?read_timeout=1"]);
usleep(500_000);
say('still waits', !$waits->hasSpoken());
$plain->resume();
say('goes on', str_contains($waits->hear(), 'cluster support disabled'));

echo 'a}b, fenced: ', error_of(fn() => new RedisLock('a}b', fenced: true, server: $server)), "\n";
$lock = new RedisLock('a}b', server: $server);
say('a}b', $lock->acquire());
$waiter = waiting($server, 'a}b');
$waiter->tell('wait');
usleep(200_000);
$lock->release();
say('waiter', take_turns($waiter));

// The majority is gone, but not the node of the key.
$node = $cluster->nodeOf('k');
$held = new RedisLock('k', server: $server);
say('acquired', $held->acquire());
$others = array_values(array_filter($cluster->masters(), fn(Node $other) => $other !== $node));
array_map(fn(Node $other) => $other->suspend(), $others);
await('the end of the cluster', fn() => str_contains($node->ask('CLUSTER', 'INFO'), 'cluster_state:fail'));
echo 'down: ', $asked("$server?read_timeout=1", 0.5), "\n";
$waiter = waiting("$server?read_timeout=1", '{k}other');
$waiter->tell('wait');
say('held', $held->isHeld());
array_map(fn(Node $other) => $other->resume(), $others);
$cluster->awaitHealthy();
say('waiter', take_turns($waiter));
say('owned, released', [$held->isOwned(), $held->release()]);
?>
--EXPECTF--
one of two seeds: nothing thrown, returned true
all seeds: RedisLockConnectionException: %s on redis-cluster://127.0.0.1:<port>,127.0.0.1:1: cannot connect: no node of the cluster leads to the key: redis://127.0.0.1:<port>: Connection refused (os error 111); redis://127.0.0.1:1: Connection refused (os error 111) (is the server running, and is its address right?)
one that was taken out: nothing thrown, returned true
only that: RedisLockConnectionException: %s: cannot connect: no node of the cluster leads to the key: redis://127.0.0.1:<port> knows no node with slot 7629 (%s
no cluster: RedisLockConnectionException: %s: cannot connect: no node of the cluster leads to the key: redis://127.0.0.1:<port>: ERR This instance has cluster support disabled (this server is a Redis without a cluster: its address is redis://host:port)
one that is suspended: nothing thrown, returned true
only that: RedisLockConnectionException: %s: cannot connect: no node of the cluster leads to the key: redis://127.0.0.1:<port>: no reply within the read timeout; whether the command was executed is not known (%s
still waits: true
goes on: true
a}b, fenced: ValueError: RedisLock::__construct(): Argument #1 ($key) must have a hash tag like {name} to be fenced on a cluster: with a '}' and no tag, nothing can be kept beside it
a}b: true
waiter: ["true, released: true"]
acquired: true
down: RedisLockConnectionException: %sCLUSTERDOWN%s
held: true
waiter: ["true, released: true"]
owned, released: [true,true]
