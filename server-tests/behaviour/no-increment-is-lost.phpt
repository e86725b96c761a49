--TEST--
If 6 processes increment a counter by read, pause and write under one lock, none is lost
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

const PROCESSES = 6;
const INCREMENTS = 25;
$kind = Kind::current();
$counter = tempnam(sys_get_temp_dir(), 'redislock-counter-');
file_put_contents($counter, '0');
$key = Kind::newKey();
$workers = [];
for ($n = 0; $n < PROCESSES; $n++) {
    $workers[] = child(<<<'PHP'
        [, $key, $counter, $increments] = $argv;
        $lock = new RedisLock($key, wait: 120.0, retryInterval: 0.01, server: Kind::current()->server);
        echo "ready\n";
        hear();
        for ($n = 0; $n < $increments; $n++) {
            $lock->acquire() || exit("starved\n");
            $value = (int) file_get_contents($counter);
            usleep(200);
            put_number($counter, $value + 1);
            $lock->release() || exit("lost\n");
        }
        echo $n, "\n";
        PHP, [$key, $counter, INCREMENTS]);
}
array_map(fn(PhpChild $worker) => $worker->hear(), $workers);
array_map(fn(PhpChild $worker) => $worker->tell('go'), $workers);
say('each', array_map(fn(PhpChild $worker) => $worker->finish(), $workers));
say('increments', (int) file_get_contents($counter));
say('key', $kind->keyHolds($key));
unlink($counter);
?>
--EXPECT--
each: ["25\n","25\n","25\n","25\n","25\n","25\n"]
increments: 150
key: null
