--TEST--
A forked child that goes on with the loop takes no wake-up of its parent's fibers
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';

$redis = RedisServer::start();
RedisLock::setPoll(Loop::poll(...));
$redis->ask('SET', 'k', 'another-client', 'PX', 600_000);
$main = getmypid();
$waited = [];
foreach (['first', 'second'] as $name) {
    Loop::start(function () use ($name, $redis, $main, &$waited) {
        $lock = new RedisLock('k', ttl: 30.0, wait: 100.0, server: "$redis->address?read_timeout=60");
        $acquired = $lock->acquire();
        if (getmypid() === $main) {
            $waited[$name] = [$acquired, $lock->getWaited() < 50.0];
        }
        $acquired && $lock->release();
        getmypid() === $main || (new RespClient($redis->address))->ask('SET', "the child's $name", '1');
        // The other fiber has its turn now. Before it runs, the child may read the byte that wakes it.
        $name === 'first' && usleep(200_000);
    });
}
$until = now() + 0.3;
Loop::start(fn() => Loop::sleep(0.3));
Loop::run(fn() => now() > $until);
$child = pcntl_fork();
if ($child === 0) {
    $until = now() + 3.0;
    Loop::start(fn() => Loop::sleep(3.0));
    Loop::run(fn() => now() > $until);
    end_at_once();
}
$redis->ask('DEL', 'k');
// The turn goes to the child's second fiber, which no byte wakes; so it waits for the byte that wakes the parent's.
await('the child\'s first fiber', fn() => $redis->ask('EXISTS', "the child's first") === 1);
Loop::run();
ksort($waited);
say('the parent\'s fibers: acquired, in time', $waited);
pcntl_waitpid($child, $status);

function end_at_once(): never
{
    pcntl_exec('/bin/true');
    exit;
}
?>
--EXPECT--
the parent's fibers: acquired, in time: {"first":[true,true],"second":[true,true]}
