--TEST--
redislock and phpredis are loaded into one process, in either order, and lock the same key
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('phpredis'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/needs.php';

$redis = RedisServer::start();
foreach ([[...phpredis(), PhpChild::extension()], [PhpChild::extension(), ...phpredis()]] as $extensions) {
    $child = PhpChild::start(<<<'PHP'
        $redis = new Redis();
        $redis->connect($argv[1]);
        // The client's options for values and keys must not matter, because the lock has its own connection.
        $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
        $redis->setOption(Redis::OPT_PREFIX, 'app:');
        $ours = new RedisLock('app:k', server: "unix://$argv[1]");
        say('ours', $ours->acquire());
        say('theirs', $redis->set('k', 'a value', ['nx', 'px' => 60000]));
        say('ours released', $ours->release());
        say('theirs', $redis->set('k', 'a value', ['nx', 'px' => 60000]));
        say('ours', $ours->tryAcquire());
        PHP, [$redis->socket], extensions: $extensions, mergeErrors: true);
    echo $child->finish();
    $redis->ask('FLUSHALL');
}
?>
--EXPECT--
ours: true
theirs: false
ours released: true
theirs: true
ours: false
ours: true
theirs: false
ours released: true
theirs: true
ours: false
