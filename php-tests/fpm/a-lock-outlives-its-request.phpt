--TEST--
A lock with autoRelease: false outlives its PHP-FPM request, and a later request takes it over by its token
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('php-fpm'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Fpm.php';

$redis = RedisServer::start();
$fpm = new Fpm($redis->directory, <<<'PHP'
    if (isset($_GET['begin'])) {
        $lock = new RedisLock('k', ttl: 60.0, token: 'owner', autoRenew: isset($_GET['renewed']), autoRelease: false);
        say('acquired', $lock->acquire());
    } else {
        say('released', RedisLock::restore('k', 'owner', autoRelease: false)->release());
    }
    PHP, 1, ini: ['redislock.server' => $redis->address]);
foreach ([[], ['renewed' => 'yes']] as $options) {
    echo $fpm->request(...['begin' => 'yes'] + $options);
    say('after the request', [$redis->ask('GET', 'k'), $redis->ask('PTTL', 'k') > 30_000]);
    echo $fpm->request();
    say('after the other', $redis->ask('EXISTS', 'k'));
}
$fpm->stop();
?>
--EXPECT--
acquired: true
after the request: ["owner",true]
released: true
after the other: 0
acquired: true
after the request: ["owner",true]
released: true
after the other: 0
