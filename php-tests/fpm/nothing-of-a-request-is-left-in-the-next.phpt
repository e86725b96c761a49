--TEST--
An unreported loss, the settings and a lock's state of one PHP-FPM request do not affect the next request of the same worker
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('php-fpm'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Fpm.php';

$redis = RedisServer::start();
$fpm = new Fpm($redis->directory, <<<'PHP'
    if (isset($_GET['lose'])) {
        ini_set('redislock.server', 'redis://127.0.0.1:1');
        ini_set('redislock.connect_timeout', '0.001');
        final class Keeper { public static ?RedisLock $lock = null; }
        Keeper::$lock = new RedisLock('k', ttl: 0.3, server: $_GET['server'], autoRenew: true, abortOnLoss: true);
        Keeper::$lock->acquire();
        echo getmypid();
        fastcgi_finish_request();
        $server = new RespClient($_GET['server']);
        $server->ask('DEL', 'k');
        // The thread has noticed the loss, but the script has not: PHP checks its interrupts only between calls.
        time_nanosleep(0, 1);
        $_GET['lose'] === 'unheard' ? hash_pbkdf2('sha256', 'x', 'y', 2_000_000) : await('the loss', fn() => !Keeper::$lock->isHeld());
        exit;
    }
    say('the same process', $_GET['process'] === (string) getmypid());
    say('settings', [ini_get('redislock.server') === $_GET['server'], ini_get('redislock.connect_timeout')]);
    $lock = new RedisLock('k', ttl: 600.0, autoRenew: true, abortOnLoss: true);
    say('new', [$lock->isHeld(), $lock->getToken()]);
    say('acquired', $lock->acquire(0.0));
    // Time enough for a reminder of the loss.
    for ($end = now() + 0.3; now() < $end;);
    say('held', $lock->isHeld() && $lock->isOwned());
    say('released', $lock->release());
    PHP, 1, ini: ['redislock.server' => $redis->address]);
foreach (['heard', 'unheard'] as $how) {
    $process = $fpm->request(lose: $how, server: $redis->address);
    echo $fpm->request(process: $process, server: $redis->address);
}
$fpm->stop();
say('keys left', $redis->ask('DBSIZE'));
?>
--EXPECT--
the same process: true
settings: [true,"1.0"]
new: [false,null]
acquired: true
held: true
released: true
the same process: true
settings: [true,"1.0"]
new: [false,null]
acquired: true
held: true
released: true
keys left: 0
