--TEST--
A PHP-FPM request without a lock opens no connection, sends nothing and starts no thread
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('php-fpm'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Fpm.php';

$redis = RedisServer::start();
$fpm = new Fpm($redis->directory, <<<'PHP'
    $lock = new RedisLock('k', autoRenew: true, abortOnLoss: true, fenced: true);
    isset($_GET['acquire']) && $lock->acquire();
    say('held, threads', [$lock->isHeld(), count(scandir('/proc/self/task')) - 2]);
    PHP, 1, ini: ['redislock.server' => $redis->address]);
$redis->ask('CONFIG', 'RESETSTAT');
for ($n = 0; $n < 3; $n++) {
    echo $fpm->request();
}
say('clients, commands', [$redis->clients(), $redis->commands()]);
say('connections ever', $redis->info('total_connections_received'));
// A counter-check, in case the test is broken.
echo $fpm->request(acquire: 'yes');
say('clients', $redis->clients() !== []);
$fpm->stop();
?>
--EXPECT--
held, threads: [false,1]
held, threads: [false,1]
held, threads: [false,1]
clients, commands: [[],[]]
connections ever: 0
held, threads: [true,2]
clients: true
