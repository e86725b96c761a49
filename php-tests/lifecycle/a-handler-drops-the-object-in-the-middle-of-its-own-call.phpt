--TEST--
A signal handler may drop the last reference to the object whose method is running, also in calls in which PHP holds no reference
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$junk = [];
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () use (&$lock, &$junk) {
    $lock = null;
    // Freed memory would be reused for these.
    for ($size = 64; $size <= 3000; $size += 8) {
        for ($n = 0; $n < 8; $n++) {
            $junk[] = str_repeat("\x41", $size);
        }
    }
});
$calls = [
    'array_map' => fn(array $method, float $wait) => array_map($method, [$wait]),
    'call_user_func' => fn(array $method, float $wait) => call_user_func($method, $wait),
    'a fiber' => function (array $method, float $wait) {
        ($fiber = new Fiber($method))->start($wait);
        return $fiber->getReturn();
    },
    'a callable' => fn(array $method, float $wait) => $method($wait),
];
foreach ($calls as $what => $call) {
    $redis->ask('SET', 'k', 'another-client');
    $lock = new RedisLock('k', server: $redis->address);
    $method = [&$lock, 'acquire'];
    pcntl_alarm(1);
    say("$what: refused", $call($method, 3.0));
    say('  dropped', $lock);

    // An object that gets the lock releases it when its method ends, because there is no reference to the object any more.
    $lock = new RedisLock('k', server: $redis->address);
    $method = [&$lock, 'acquire'];
    $holder = PhpChild::start('hear(); usleep(1_500_000); (new RespClient($argv[1]))->ask("DEL", "k");', [$redis->address]);
    $holder->tell('go');
    pcntl_alarm(1);
    say('  granted', $call($method, 100.0));
    say('  key', $redis->ask('GET', 'k'));
    $holder->finish();
    $junk = [];
}
?>
--EXPECT--
array_map: refused: [false]
  dropped: null
  granted: [true]
  key: null
call_user_func: refused: false
  dropped: null
  granted: true
  key: null
a fiber: refused: false
  dropped: null
  granted: true
  key: null
a callable: refused: false
  dropped: null
  granted: true
  key: null
