--TEST--
200 readers behind a writer acquire together soon after its release, and the cost of an acquisition does not grow with their number
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
/** Forks readers. Each sends the time of its acquisition by a pipe, and releases when the parent closes its pipe. */
$crowd = function (int $count) use ($redis): array {
    $writer = new RedisLock('k', ttl: 600.0, server: $redis->address);
    $writer->acquire();
    $pipes = $ids = [];
    for ($n = 0; $n < $count; $n++) {
        [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        if (($ids[] = pcntl_fork()) === 0) {
            fclose($here);
            array_map(fclose(...), $pipes);
            $lock = new RedisLock('k', ttl: 600.0, wait: 600.0, server: $redis->address, shared: true);
            // Once before, so that its connections are there.
            foreach (['first', 'second'] as $_) {
                fgets($there);
                $acquired = $lock->acquire();
                fwrite($there, json_encode([$acquired, hrtime(true)]) . "\n");
                fgets($there);
                fwrite($there, $lock->release() ? "released\n" : "lost\n");
            }
            fgets($there);
            pcntl_exec('/bin/true'); // an end that nothing of the parent's has a part in
        }
        fclose($there);
        $pipes[] = $here;
    }
    $tell = fn(string $what) => array_map(fn($pipe) => fwrite($pipe, "$what\n"), $pipes);
    foreach (['first', 'second'] as $round) {
        clear_queue($redis);
        $redis->ask('CONFIG', 'RESETSTAT');
        $tell('come');
        await('all', fn() => $redis->info('blocked_clients') === max($count - 2, 0));
        $start = hrtime(true);
        $writer->release();
        $in = array_map(fn($pipe) => json_decode(fgets($pipe), true), $pipes);
        $good = count(array_filter(array_column($in, 0)));
        $times = array_column($in, 1);
        $writer->tryAcquire() && throw new RuntimeException('it is not held');
        $all = $redis->ask('ZCARD', 'k');
        $tell('go');
        $released = count(array_filter($pipes, fn($pipe) => fgets($pipe) === "released\n"));
        $commands = array_sum($redis->commands()) / $count;
        $writer->acquire();
    }
    $writer->release();
    array_map(fclose(...), $pipes);
    array_map(fn(int $id) => pcntl_waitpid($id, $status), $ids);
    sort($times);

    return [$good, $all, $released, max($times) - $start, $commands, $times[0] - $start];
};
$count = is_slow() ? 5 : 200;
[$in, $at_once, $released, $last, $commands, $first] = $crowd($count);
say('in, at once, released', [$in, $at_once, $released] === [$count, $count, $count] ?: [$in, $at_once, $released]);
// The cost of one reader's acquisition with another holder, without a wait.
[$other, $reader] = [new RedisLock('k', server: $redis->address, shared: true), new RedisLock('k', server: $redis->address, shared: true)];
$other->acquire();
$each = [];
for ($n = 0; $n < 200; $n++) {
    $start = hrtime(true);
    $reader->tryAcquire();
    $each[] = hrtime(true) - $start;
    $reader->release();
}
$other->release();
sort($each);
[, , , $last_of_few, $commands_of_few] = $crowd(is_slow() ? 3 : 20);
say('commands', $commands <= 1.5 * $commands_of_few ?: [$commands, $commands_of_few]);
printf("%d readers: the first after %.2f ms, the last after %.2f ms; one alone %.3f ms; %.1f commands an acquisition (%.1f with 20)\n",
    $count, $first / 1e6, $last / 1e6, $each[100] / 1e6, $commands, $commands_of_few);
?>
--EXPECTF--
in, at once, released: true
commands: true
%d readers: %s
