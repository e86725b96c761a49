--TEST--
After fastcgi_finish_request() the work continues under the lock, which PHP-FPM releases at the end of the request
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('php-fpm'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Fpm.php';

$redis = RedisServer::start();
foreach (['no', 'yes'] as $renewed) {
    $fpm = new Fpm($redis->directory, <<<'PHP'
        $lock = new RedisLock('k', ttl: 600.0, autoRenew: $_GET['renewed'] === 'yes');
        say('acquired', $lock->acquire());
        fastcgi_finish_request();
        $server = new RespClient(ini_get('redislock.server'));
        await('the test has seen it', fn() => $server->ask('EXISTS', 'go on'));
        $server->ask('SET', 'held after the answer', (int) ($lock->isHeld() && $lock->isOwned()));
        PHP, 1, ini: ['redislock.server' => $redis->address]);
    echo $fpm->request(renewed: $renewed);
    say('key after the answer', $redis->ask('EXISTS', 'k'));
    $redis->ask('SET', 'go on', '1');
    await('the end of the request', fn() => $redis->ask('EXISTS', 'k') === 0);
    say('held after the answer', $redis->ask('GET', 'held after the answer'));
    $fpm->stop();
    unlink("$redis->directory/fpm.log");
    $redis->ask('FLUSHALL');
}
?>
--EXPECT--
acquired: true
key after the answer: 1
held after the answer: "1"
acquired: true
key after the answer: 1
held after the answer: "1"
