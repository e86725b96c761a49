--TEST--
500 PHP-FPM requests over 2 workers, ending in every way with a lock held, leave no lock and keep the same connections
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('php-fpm'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Fpm.php';

const ENDINGS = [
    'release' => '$lock->release();',
    'nothing' => '',
    'fatal error' => '@trigger_error("", E_USER_ERROR);',
    'exit' => 'exit;',
    'exception' => 'throw new LogicException();',
    'undefined function' => 'no_such_function();',
];

$redis = RedisServer::start();
$fpm = new Fpm($redis->directory, <<<'PHP'
    final class Keeper { public static ?RedisLock $lock = null; }
    $lock = Keeper::$lock = new RedisLock($_GET['key'], ttl: 600.0, wait: 60.0, autoRenew: isset($_GET['renewed']));
    if (isset($_GET['inside'])) {
        $lock->synchronized(function (RedisLock $lock) { say('held', $lock->isOwned()); eval($_GET['ending']); });
    } else {
        $lock->acquire();
        say('held', $lock->isOwned());
        eval($_GET['ending']);
    }
    PHP, 2, ini: ['redislock.server' => $redis->address]);
$workers = $fpm->workers();
$requests = [];
for ($n = 0; $n < (is_slow() ? 48 : 500); $n++) {
    $ending = array_keys(ENDINGS)[$n % count(ENDINGS)];
    $inside = $ending !== 'release' && intdiv($n, 6) % 2 ? ['inside' => 'yes'] : [];
    $requests[] = ['key' => 'k' . $n % 4, 'ending' => ENDINGS[$ending]] + $inside + ($n % 5 === 0 ? ['renewed' => 'yes'] : []);
}
// The first requests open the connections: one a worker, and one for renewal.
$clients = [];
$failed = 0;
foreach (array_chunk($requests, 4) as $together) {
    $streams = array_map(fn(array $request) => $fpm->begin(...$request), $together);
    foreach ($streams as $stream) {
        $failed += Fpm::answer($stream) === "held: true\n" ? 0 : 1;
    }
    $clients += array_flip($redis->clients());
}
say('failed requests', $failed);
say('at most two connections a worker, ever', count($clients) <= 4 ?: $clients);
say('connections of the server, the test\'s two among them', $redis->info('total_connections_received') <= 4 + 2);
await('the end of the last request', fn() => $redis->ask('DBSIZE') === 0);
say('the same workers', $fpm->workers() === $workers);
$fpm->stop();
say('clients after the end', $redis->clients());
?>
--EXPECT--
failed requests: 0
at most two connections a worker, ever: true
connections of the server, the test's two among them: true
the same workers: true
clients after the end: []
