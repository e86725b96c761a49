--TEST--
If get() with a chosen owner fails, without a reply or for want of replicas, it ends no lock that the same owner has acquired elsewhere
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$far = caches($redis, ['lock_renew' => true], ['host' => substr($proxy->address, strlen('unix://')), 'read_timeout' => 6.0])->store('redis');
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

// While the extension waits for replicas, the same owner releases the lock, and acquires it elsewhere.
$elsewhere = laravel_child(<<<'PHP'
    $store = caches_at($argv[1])->store('redis');
    $lock = $store->lock('another', 600, 'me');
    hear();
    await('a lock to release', fn() => $store->restoreLock('another', 'me')->release());
    say('acquired elsewhere', $lock->get());
    hear();
    say('still has it', $lock->isOwnedByCurrentProcess());
    PHP, $redis);
$replicated = caches($redis, ['lock_replicas' => 1], ['read_timeout' => 4.0])->store('redis');
$elsewhere->tell('go');
say('get(), without replicas', $replicated->lock('another', 600, 'me')->get());
echo $elsewhere->hear(), "\n";
$elsewhere->tell('go');
echo $elsewhere->hear(), "\n";
?>
--EXPECT--
get(): "RedisException"
acquired elsewhere: true
still has it: true
get(), without replicas: false
acquired elsewhere: true
still has it: true
