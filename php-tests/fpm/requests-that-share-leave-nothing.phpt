--TEST--
PHP-FPM requests with shares and permits leave nothing however they end; those of a killed worker end by their TTL
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('php-fpm'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Fpm.php';
require __DIR__ . '/../inc/signals.php';

const ENDINGS = [
    'release' => '$lock->release();',
    'nothing' => '',
    'fatal error' => '@trigger_error("", E_USER_ERROR);',
    'exit' => 'exit;',
    'exception' => 'throw new LogicException();',
];

$redis = RedisServer::start();
$sender = new SignalSender();
$fpm = new Fpm($redis->directory, <<<'PHP'
    final class Keeper { public static ?object $lock = null; }
    $common = ['ttl' => (float) ($_GET['ttl'] ?? 600.0), 'wait' => 60.0, 'autoRenew' => isset($_GET['renewed']), 'label' => (string) getmypid()];
    $lock = Keeper::$lock = match ($_GET['kind']) {
        'reader' => new RedisLock('page', ...$common, shared: true),
        'writer' => new RedisLock('page', ...$common),
        'permits' => new RedisSemaphore('calls', 3, ...$common, weight: 2),
        'permit' => new RedisSemaphore('calls', 3, ...$common),
    };
    $lock->acquire();
    say('held', $lock->isOwned());
    flush();
    eval($_GET['ending']);
    PHP, 2, ini: ['redislock.server' => $redis->address]);
$workers = $fpm->workers();
$kinds = ['reader', 'reader', 'permits', 'writer', 'permit', 'reader', 'permit'];
$failed = 0;
$requests = [];
for ($n = 0; $n < (is_slow() ? 42 : 280); $n++) {
    $requests[] = ['kind' => $kinds[$n % 7], 'ending' => array_values(ENDINGS)[$n % 5]] + ($n % 3 === 0 ? ['renewed' => 'yes'] : []);
}
foreach (array_chunk($requests, 4) as $together) {
    $streams = array_map(fn(array $request) => $fpm->begin(...$request), $together);
    foreach ($streams as $stream) {
        $failed += Fpm::answer($stream) === "held: true\n" ? 0 : 1;
    }
}
say('failed requests', $failed);
await('the end of the last request', fn() => $redis->ask('DBSIZE') === 0);
say('the same workers', $fpm->workers() === $workers);

$free = fn() => (new RedisSemaphore('calls', 3, server: $redis->address))->getFree();
foreach (['reader' => 'page', 'permits' => 'calls'] as $kind => $key) {
    $stream = $fpm->begin(kind: $kind, ttl: '2', ending: 'sleep(1000);', renewed: 'yes');
    await('the acquisition', fn() => $redis->ask('EXISTS', $key) === 1);
    say("$kind is renewed", [$redis->ask('TYPE', $key), $free()]);
    $sender->send('KILL', (int) (new RedisSemaphore($key, 1, server: $redis->address))->getHolders()[0]->label);
    $left = $redis->ask('PTTL', $key);
    say('its worker is killed: what it had is left to its ttl', $left > 0 && $left <= 2_000 ?: $left);
    fclose($stream);
    await('the end of the lease', fn() => $redis->ask('EXISTS', $key) === 0);
}
await('workers', fn() => count($fpm->workers()) === 2);
say('the next request', $fpm->request(kind: 'writer', ending: '') . $fpm->request(kind: 'permits', ending: ''));
$fpm->stop();
say('keys left', $redis->ask('DBSIZE'));
?>
--EXPECT--
failed requests: 0
the same workers: true
reader is renewed: ["zset",3]
its worker is killed: what it had is left to its ttl: true
permits is renewed: ["zset",1]
its worker is killed: what it had is left to its ttl: true
the next request: "held: true\nheld: true\n"
keys left: 0
