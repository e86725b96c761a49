--TEST--
PHP-FPM workers that end after pm.max_requests leave neither locks nor connections behind
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('php-fpm'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Fpm.php';

$redis = RedisServer::start();
$fpm = new Fpm($redis->directory, <<<'PHP'
    final class Keeper { public static ?RedisLock $lock = null; }
    $lock = Keeper::$lock = new RedisLock('k', ttl: 600.0, wait: 60.0, autoRenew: isset($_GET['renewed']));
    $lock->acquire();
    say('owned', $lock->isOwned());
    isset($_GET['exit']) && exit;
    echo getmypid();
    PHP, 2, ['pm.max_requests' => '3'], ['redislock.server' => $redis->address]);
$workers = [];
$failed = 0;
for ($n = 0; $n < 30; $n++) {
    $said = explode("\n", $fpm->request(...($n % 2 ? ['renewed' => 'yes'] : []), ...($n % 5 === 4 ? ['exit' => 'yes'] : [])));
    $failed += $said[0] === 'owned: true' ? 0 : 1;
    $workers[$said[1]] = true;
}
unset($workers['']);
say('failed requests', $failed);
say('many workers', count($workers) >= 5);
await('the end of the last request', fn() => $redis->ask('DBSIZE') === 0);
await('the end of the recycled workers\' connections', fn() => count($redis->clients()) <= 4);
$fpm->stop();
say('clients, keys after the end', [$redis->clients(), $redis->ask('DBSIZE')]);
say('crashes', preg_match('/SIG\w+/', $fpm->log()));
?>
--EXPECT--
failed requests: 0
many workers: true
clients, keys after the end: [[],0]
crashes: 0
