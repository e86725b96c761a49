--TEST--
An object that has found no share to take over does not change a lock that another object acquires with the token
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$finds_out = [
    'release' => fn(RedisLock $restored) => $restored->release(),
    'acquire' => function (RedisLock $restored) use ($redis): bool {
        $redis->ask('SET', 'k', 'another-client', 'PX', '600000');
        $acquired = $restored->acquire(0.0);
        $redis->ask('DEL', 'k');
        return $acquired;
    },
    'isOwned and release' => fn(RedisLock $restored) => $restored->isOwned() || $restored->release(),
];
foreach ($finds_out as $how => $find_out) {
    $restored = RedisLock::restore('k', 'T', 600.0, $redis->address, shared: true);
    say($how, $find_out($restored));
    $writer = new RedisLock('k', 600.0, 0.0, $redis->address, token: 'T');
    say('  another object', $writer->acquire());
    say('  a share', $restored->acquire(0.0));
    say('  the lock', [$writer->isOwned(), $redis->ask('TYPE', 'k')]);
    $writer->release();
}

// It waits, and its owner acquires the lock meanwhile.
$redis->ask('SET', 'k', 'another-client', 'PX', '600000');
$waiter = PhpChild::start(<<<'PHP'
    $restored = RedisLock::restore('k', 'T', 600.0, $argv[1], shared: true);
    say('after a wait', $restored->acquire(2.0));
    PHP, [$redis->address]);
await_queue($redis, 1);
$redis->ask('SET', 'k', 'T', 'PX', '600000');
echo $waiter->hear(), "\n";
say('  the lock', $redis->ask('TYPE', 'k'));

// A child has none of its parent's claims.
$redis->ask('FLUSHALL');
$writer = new RedisLock('k', 600.0, 0.0, $redis->address, token: 'T');
$writer->acquire();
$restored = RedisLock::restore('k', 'T', 600.0, $redis->address, shared: true);
$child = pcntl_fork();
if ($child === 0) {
    say('in a child', [$restored->release(), $restored->acquire(0.0)]);
    exit;
}
pcntl_waitpid($child, $status);
say('  the lock', [$writer->isOwned(), $redis->ask('TYPE', 'k')]);
?>
--EXPECT--
release: false
  another object: true
  a share: false
  the lock: [true,"string"]
acquire: false
  another object: true
  a share: false
  the lock: [true,"string"]
isOwned and release: false
  another object: true
  a share: false
  the lock: [true,"string"]
after a wait: false
  the lock: "string"
in a child: [false,false]
  the lock: [true,"string"]
