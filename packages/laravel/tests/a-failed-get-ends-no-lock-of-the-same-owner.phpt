--TEST--
If get() with a chosen owner has no reply for longer than its seconds, it ends no lock that the same owner has acquired elsewhere
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$far = caches($redis, [], ['host' => substr($proxy->address, strlen('unix://')), 'read_timeout' => 6.0])->store('redis');
$far->lock('warm', 60)->get();
$elsewhere = laravel_child(<<<'PHP'
    $lock = caches_at($argv[1])->store('redis')->lock('job', 600, 'me');
    hear();
    await('the end of the other lease', fn() => $lock->get());
    say('acquired elsewhere', true);
    hear();
    say('still has it', $lock->isOwnedByCurrentProcess());
    PHP, $redis);
$proxy->always('EVALSHA', 'hang'); // the extension's command behind Laravel's SET
$elsewhere->tell('go');
say('get()', strstr(thrown(fn() => $far->lock('job', 1, 'me')->get()), ':', true));
echo $elsewhere->hear(), "\n";
$elsewhere->tell('go');
echo $elsewhere->hear(), "\n";
?>
--EXPECT--
get(): "RedisException"
acquired elsewhere: true
still has it: true
