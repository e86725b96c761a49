--TEST--
8 processes that increment a counter 2,000 times each under one lock reach exactly 16,000, and no process starves
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

const PROCESSES = 8;
$increments = is_slow() ? 50 : 2_000;
$redis = RedisServer::start();
$counter = "$redis->directory/counter";
file_put_contents($counter, '0');
$workers = [];
for ($n = 0; $n < PROCESSES; $n++) {
    $workers[] = PhpChild::start(<<<'PHP'
        [, $address, $counter, $increments] = $argv;
        $lock = new RedisLock('counter', ttl: 60.0, wait: 60.0, server: $address);
        echo "ready\n";
        hear();
        $longest = 0.0;
        for ($n = 0; $n < $increments; $n++) {
            $lock->acquire() || exit("starved\n");
            $longest = max($longest, $lock->getWaited());
            $value = (int) file_get_contents($counter);
            usleep(50);
            put_number($counter, $value + 1);
            $lock->release() || exit("lost\n");
        }
        say('done', $n);
        say('longest wait', $longest);
        PHP, [$redis->address, $counter, $increments]);
}
foreach ($workers as $worker) {
    $worker->hear();
}
$start = now();
foreach ($workers as $worker) {
    $worker->tell('go');
}
$longest = [];
foreach ($workers as $worker) {
    say('each', $worker->hear() === "done: $increments");
    $longest[] = (float) substr($worker->hear(), strlen('longest wait: '));
    $worker->finish();
}
say('increments lost', PROCESSES * $increments - (int) file_get_contents($counter));
say('key', $redis->ask('EXISTS', 'counter'));
say('longest wait in seconds', round(max($longest), 3));
say('in all, seconds', round(now() - $start, 1));
?>
--EXPECTF--
each: true
each: true
each: true
each: true
each: true
each: true
each: true
each: true
increments lost: 0
key: 0
longest wait in seconds: %f
in all, seconds: %f
