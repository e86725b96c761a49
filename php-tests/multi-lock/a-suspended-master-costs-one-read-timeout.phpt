--TEST--
If a master that a sentinel names is suspended, acquire() of several keys begins no second attempt after its wait, as that of one key
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$master = RedisServer::start(tcp: true);
$port = free_port();
$configuration = "$master->directory/sentinel.conf";
file_put_contents($configuration, "port $port\nbind 127.0.0.1\ndir $master->directory\nsentinel monitor main 127.0.0.1 $master->port 1\nsentinel down-after-milliseconds main 600000\n");
$log = ['file', "$master->directory/sentinel.log", 'a'];
$sentinel = proc_open([getenv('REDIS_SERVER') ?: 'redis-server', $configuration, '--sentinel'], [['pipe', 'r'], $log, $log], $pipes);
try {
    $address = "redis-sentinel://127.0.0.1:$port/main?read_timeout=2";
    await('the sentinel', function () use ($address): bool {
        try {
            return (new RedisLock('warm', server: $address))->tryAcquire();
        } catch (RedisLockConnectionException) {
            return false;
        }
    });
    $times = [];
    foreach (['one' => fn() => new RedisLock('k', server: $address), 'several' => fn() => new RedisMultiLock(['k', 'l'], server: $address)] as $what => $new) {
        $lock = $new();
        $lock->acquire() && $lock->release(); // the connection and the scripts are there
        $master->suspend();
        $start = now();
        echo "$what: ", strtok(thrown(fn() => $lock->acquire(0.5)), ':'), "\n";
        $times[] = now() - $start;
        $master->resume();
        await('an answer', fn() => $master->ask('PING') === 'PONG');
    }
    say('relative to one key', $times[1] < 1.5 * $times[0] ? 'no second attempt' : $times);
} finally {
    proc_terminate($sentinel, 9);
    proc_close($sentinel);
}
?>
--EXPECT--
one: RedisLockConnectionException
several: RedisLockConnectionException
relative to one key: "no second attempt"
