--TEST--
Without process_control_timeout a reload of PHP-FPM kills the running requests, and their locks stay until their TTL
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('php-fpm'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Fpm.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$fpm = new Fpm($redis->directory, <<<'PHP'
    $lock = new RedisLock($_GET['key'], ttl: 600.0);
    say('acquired', $lock->tryAcquire());
    isset($_GET['hang']) && await('the test', fn() => false);
    PHP, 1, ini: ['redislock.server' => $redis->address]);
$old = $fpm->workers();
$stream = $fpm->begin(key: 'k', hang: 'yes');
await('the holder', fn() => $redis->ask('EXISTS', 'k') === 1);
(new SignalSender())->send('USR2', $fpm->masterId);
await('a new worker', fn() => !in_array($fpm->workers(), [[], $old], true));
say('answer', Fpm::answer($stream));
say('the key is left to its ttl', $redis->ask('PTTL', 'k') > 1_000);
echo $fpm->request(key: 'k'), $fpm->request(key: 'another');
$fpm->stop();
?>
--EXPECT--
answer: ""
the key is left to its ttl: true
acquired: false
acquired: true
