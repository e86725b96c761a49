--TEST--
"artisan about" shows the extension's version and, for each cache store with this driver, the server of its locks without passwords
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/application.php';

use Illuminate\Contracts\Console\Kernel;

$redis = RedisServer::start();
$about = function (array $stores, string $default = 'redis') use ($redis): array {
    $app = application($redis);
    $app['config']->set('cache.stores', $stores);
    $app['config']->set('cache.default', $default);
    $app['config']->set('view.compiled', $redis->directory); // where Laravel 13 looks for views
    $artisan = $app->make(Kernel::class);
    $artisan->call('about', ['--only' => 'redislock', '--json' => true]);

    return json_decode($artisan->output(), true)['redislock'];
};
say('as a fresh Laravel has it', array_slice($about(['database' => ['driver' => 'database']], 'database'), 1));
$shown = $about([
    'redis' => ['driver' => 'redislock', 'connection' => 'default'],
    'quorum' => ['driver' => 'redislock', 'connection' => 'default', 'lock_server' => ['redis://user:secret@a?read_timeout=2', 'unix:///run/b.sock?pass=secret', 'rediss://:secret@c:6380/1']],
    'broken' => ['driver' => 'redislock', 'connection' => 'default', 'lock_server' => 'redis://:sec/ret@a'],
    'elsewhere' => ['driver' => 'redislock', 'connection' => 'not_there'],
    'own' => ['driver' => 'redis', 'connection' => 'default'],
    'none' => null,
]);
say('version', $shown['version'] === phpversion('redislock'));
foreach (array_slice($shown, 1) as $name => $server) {
    say($name, str_replace($redis->socket, '/SOCKET', $server));
}
?>
--EXPECT--
as a fresh Laravel has it: {"default_store":"database (driver database, so its locks are not RedisLocks)"}
version: true
default_store: "redis (driver redislock)"
locks_of_redis: "unix:///SOCKET"
locks_of_quorum: "redis://a:6379, unix:///run/b.sock, rediss://c:6380/1"
locks_of_broken: "an address that the extension refuses"
locks_of_elsewhere: "Redis connection [not_there] not configured."
