--TEST--
If max_execution_time ends a PHP-FPM request with a lock, inside synchronized() or outside, renewed or not, no lock is left
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('php-fpm'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Fpm.php';

$redis = RedisServer::start();
$fpm = new Fpm($redis->directory, <<<'PHP'
    $lock = new RedisLock('k', ttl: 600.0, autoRenew: isset($_GET['renewed']));
    say('acquired', $lock->acquire());
    flush();
    if (isset($_GET['hang'])) {
        isset($_GET['inside']) ? $lock->synchronized(function () { while (true); }) : (function () { while (true); })();
    }
    say('released', $lock->release());
    PHP, 1, ini: ['redislock.server' => $redis->address, 'max_execution_time' => '1']);
$workers = $fpm->workers();
foreach ([[], ['inside' => 'yes']] as $where) {
    foreach ([[], ['renewed' => 'yes']] as $how) {
        say(implode(' ', array_keys($where + $how)), $fpm->request(...$where + $how + ['hang' => 'yes']));
        await('the release', fn() => $redis->ask('EXISTS', 'k') === 0);
        echo $fpm->request();
    }
}
say('the same worker', $fpm->workers() === $workers);
$fpm->stop();
say('keys left', $redis->ask('DBSIZE'));
?>
--EXPECT--
: "acquired: true\n"
acquired: true
released: true
renewed: "acquired: true\n"
acquired: true
released: true
inside: "acquired: true\n"
acquired: true
released: true
inside renewed: "acquired: true\n"
acquired: true
released: true
the same worker: true
keys left: 0
