--TEST--
If PHP-FPM's request_terminate_timeout kills a worker with a lock, renewed or not, the key lives no longer than its TTL
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('php-fpm'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Fpm.php';

$redis = RedisServer::start();
$fpm = new Fpm($redis->directory, <<<'PHP'
    $lock = new RedisLock('k', ttl: 12.0, wait: 60.0, autoRenew: isset($_GET['renewed']));
    say('acquired', $lock->acquire());
    if (isset($_GET['hang'])) {
        while (true) { sleep(1000); }
    }
    say('released', $lock->release());
    PHP, 1, ['request_terminate_timeout' => '4s'], ['redislock.server' => $redis->address]);
foreach ([['hang' => 'yes'], ['hang' => 'yes', 'renewed' => 'yes']] as $request) {
    $workers = $fpm->workers();
    $stream = $fpm->begin(...$request);
    await('the acquisition', fn() => $redis->ask('EXISTS', 'k') === 1);
    await('another worker in its place', fn() => !in_array($fpm->workers(), [[], $workers], true));
    $left = $redis->ask('PTTL', 'k');
    say('the key is left to its ttl', $left > 0 && $left <= 12_000 ?: $left);
    say('answer', Fpm::answer($stream));
    await('the end of the lease', fn() => $redis->ask('EXISTS', 'k') === 0);
    echo $fpm->request(); // which a suspended machine would have killed, too
}
$fpm->stop();
say('keys left', $redis->ask('DBSIZE'));
?>
--EXPECT--
the key is left to its ttl: true
answer: ""
acquired: true
released: true
the key is left to its ttl: true
answer: ""
acquired: true
released: true
keys left: 0
