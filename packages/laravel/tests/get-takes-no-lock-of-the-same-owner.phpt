--TEST--
If get() with a chosen owner and options takes longer than its seconds, or than its turn at lock_server, it takes no lock that the same owner has acquired elsewhere
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__ . '/../../../php-tests/inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$elsewhere = fn(string $server): PhpChild => laravel_child(str_replace('SERVER', $server, <<<'PHP'
    $lock = caches_at($argv[1], SERVER)->store('redis')->lock('job', 600, 'me');
    hear();
    await('the end of the other lock', fn() => $lock->get());
    say('  acquired elsewhere', true);
    hear();
    say('  still has it', $lock->isOwnedByCurrentProcess());
    PHP), $redis);
$meanwhile = function (PhpChild $other): void {
    $other->tell('go');
    echo $other->hear(), "\n";
};
$end = function (PhpChild $other) use ($redis): void {
    $other->tell('go');
    echo $other->hear(), "\n";
    $redis->ask('FLUSHALL');
};

// A listener of Redis events runs between Laravel's SET and the extension's command.
$other = $elsewhere('[]');
$store = caches($redis, ['lock_renew' => true])->store('redis');
$connection = $store->getStore()->lockConnection();
$connection->setEventDispatcher(new Illuminate\Events\Dispatcher());
$connection->listen(function () use ($meanwhile, $other): void {
    static $runs = 0;
    $runs++ || $meanwhile($other);
});
say('a listener', $store->lock('job', 1, 'me')->get());
$end($other);

// A signal handler runs while the extension asks for the key. The turn is lost meanwhile.
$other = $elsewhere('["lock_server" => "unix://$argv[1]"]');
$proxy = FaultProxy::before($redis);
$store = caches($redis, ['lock_server' => "$proxy->address?read_timeout=60"])->store('redis');
$store->lock('warm', 60, 'me')->get(); // the server knows the scripts
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($meanwhile, $other, $proxy, $redis): void {
    $lost = RedisLock::stats()['lost'];
    $redis->ask('DEL', ...$redis->ask('KEYS', '*:redislock:owner')); // as an eviction does
    await('the renewal notices that', fn() => RedisLock::stats()['lost'] > $lost);
    $meanwhile($other);
    $proxy->sendKeptReplies();
});
$proxy->on('EVALSHA', 'signal', getmypid());
say('lock_server', $store->lock('job', 600, 'me')->get());
$end($other);
?>
--EXPECT--
  acquired elsewhere: true
a listener: false
  still has it: true
  acquired elsewhere: true
lock_server: false
  still has it: true
