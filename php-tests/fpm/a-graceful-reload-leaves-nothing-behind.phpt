--TEST--
PHP-FPM's graceful reload lets the work under a lock end, and leaves neither locks nor connections behind
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('php-fpm'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Fpm.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$fpm = new Fpm($redis->directory, <<<'PHP'
    $lock = new RedisLock($_GET['key'], ttl: 600.0, autoRenew: isset($_GET['renewed']));
    $lock->acquire();
    $server = new RespClient(ini_get('redislock.server'));
    isset($_GET['wait']) && await('the test', fn() => $server->ask('EXISTS', 'go on'));
    say('owned to the end', $lock->isOwned());
    PHP, 2, ini: ['redislock.server' => $redis->address], global: ['process_control_timeout' => '60s']);
echo $fpm->request(key: 'a', renewed: 'yes'), $fpm->request(key: 'b', renewed: 'yes');
$old = $fpm->workers();
$clients = $redis->clients();
$streams = [$fpm->begin(key: 'a', wait: 'yes', renewed: 'yes'), $fpm->begin(key: 'b', wait: 'yes')];
await('two holders', fn() => $redis->ask('EXISTS', 'a', 'b') === 2);
(new SignalSender())->send('USR2', $fpm->masterId);
await('the reload', fn() => str_contains($fpm->log(), 'Reloading in progress'));
say('held meanwhile', $redis->ask('EXISTS', 'a', 'b'));
$redis->ask('SET', 'go on', '1');
foreach ($streams as $stream) {
    echo Fpm::answer($stream);
}
await('new workers', fn() => count($fpm->workers()) === 2 && array_intersect($fpm->workers(), $old) === []);
await('the end of the old connections', fn() => array_intersect($redis->clients(), $clients) === []);
say('keys left', $redis->ask('KEYS', '?'));
echo $fpm->request(key: 'a', renewed: 'yes');
$fpm->stop();
say('clients, keys after the end', [$redis->clients(), $redis->ask('KEYS', '?')]);
?>
--EXPECT--
owned to the end: true
owned to the end: true
held meanwhile: 2
owned to the end: true
owned to the end: true
keys left: []
owned to the end: true
clients, keys after the end: [[],[]]
