--TEST--
If Redis evicts locks, fences and queues, holders notice it as a deletion, waiters still get the lock, and fences grow
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start(['maxmemory-policy' => 'allkeys-random']);
/** Others write to the server until it has no room for these keys any more. */
function fill_until_gone(RedisServer $redis, string ...$keys): void
{
    $redis->ask('CONFIG', 'SET', 'maxmemory', $redis->info('used_memory') + 500_000);
    $evicted = $redis->info('evicted_keys');
    await('the eviction', function () use ($redis, $keys) {
        for ($n = 0; $n < 50; $n++) {
            $redis->ask('SET', 'page:' . random_int(0, 1_000_000), str_repeat('x', 5_000));
        }
        return $redis->ask('EXISTS', ...$keys) === 0;
    });
    $redis->ask('CONFIG', 'SET', 'maxmemory', '0');
    $redis->info('evicted_keys') > $evicted || throw new RuntimeException('nothing was evicted');
    foreach ($redis->ask('KEYS', 'page:*') as $page) {
        $redis->ask('DEL', $page);
    }
}

// The holder, whose next renewal would be in minutes.
$lock = new RedisLock('k', ttl: 600.0, server: $redis->address, autoRenew: true);
say('acquired', $lock->acquire());
await_renewals();
fill_until_gone($redis, 'k');
await('the loss', fn() => !$lock->isHeld());
say('released', $lock->release());
// In a process of its own: the exception would come in the middle of a reply to this test.
$holder = PhpChild::start(<<<'PHP'
    require $argv[2];
    $lock = new RedisLock('k', ttl: 600.0, server: $argv[1], abortOnLoss: true);
    echo preg_replace('#unix:\S+#', 'unix:...', thrown(fn() => $lock->synchronized(function () {
        compute(0.2); // the server is asked to tell of changes
        echo "working\n";
        compute(50.0);
    }))), "\n";
    PHP, [$redis->address, __DIR__ . '/../inc/renewal.php']);
$holder->hear();
fill_until_gone($redis, 'k');
say('aborted', $holder->hear());

// The waiters, and their keys in Redis.
$waiters = array_map(fn() => waiter($redis), range(1, 4));
foreach (['the lock' => ['k'], 'all of the queue' => ['k', '{k}:redislock:seat1', '{k}:redislock:seat2']] as $what => $keys) {
    $redis->ask('SET', 'k', 'another-client');
    enqueue_waiters($redis, $waiters);
    fill_until_gone($redis, ...$keys);
    $order = order_of($waiters);
    sort($order);
    say($what, $order === range(0, 3) ? 'all of them' : $order);
}

// Fencing tokens.
$fenced = new RedisLock('stock', server: $redis->address, fenced: true);
$grows = true;
for ($last = 0, $n = 0; $n < 3; $n++, $last = $fenced->getFence()) {
    $fenced->acquire();
    $grows = $grows && $fenced->getFence() > $last;
    $fenced->release();
    fill_until_gone($redis, '{stock}:redislock:fence');
}
say('fences grow', $grows);
?>
--EXPECTF--
acquired: true
released: false
aborted: "RedisLockLostException: Lock \"k\" on unix:... was lost%S"
the lock: "all of them"
all of the queue: "all of them"
fences grow: true
