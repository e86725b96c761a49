--TEST--
Processes that take the same lock never hold it at the same time, whether they end by release, unset, exit or exception
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$journal = "$redis->directory/journal";
touch($journal);
$workers = [];
for ($n = 0; $n < 4; $n++) {
    $workers[] = PhpChild::start(<<<'PHP'
        [, $address, $journal, $rounds] = $argv;
        $me = getmypid();
        $note = fn(string $what) => file_put_contents($journal, "$me $what\n", FILE_APPEND);
        echo "ready\n";
        hear();
        for ($n = 0; $n < $rounds; $n++) {
            $lock = new RedisLock('k', ttl: 60.0, wait: 60.0, server: $address, retryInterval: 0.005);
            $work = function () use ($note) { $note('in'); usleep(random_int(0, 500)); $note('out'); };
            switch ($n % 4) {
                case 0: $lock->acquire() || exit('starved'); $work(); $lock->release(); break;
                case 1: $lock->acquire() || exit('starved'); $work(); unset($lock); break;
                case 2: $lock->synchronized($work); break;
                case 3: try { $lock->synchronized(function () use ($work) { $work(); throw new LogicException(); }); } catch (LogicException) {} break;
            }
        }
        $last = new RedisLock('k', ttl: 60.0, wait: 60.0, server: $address);
        $last->acquire() || exit('starved');
        $work();
        exit("done\n");
        PHP, [$redis->address, $journal, is_slow() ? 8 : 100]);
}
foreach ($workers as $worker) {
    $worker->hear();
}
foreach ($workers as $worker) {
    $worker->tell('go');
}
foreach ($workers as $worker) {
    echo $worker->finish();
}
$wrong = 0;
$lines = file($journal, FILE_IGNORE_NEW_LINES);
foreach (array_chunk($lines, 2) as [$in, $out]) {
    $wrong += $in === strtok($in, ' ') . ' in' && $out === strtok($in, ' ') . ' out' ? 0 : 1;
}
say('visits', count($lines) / 2 === (is_slow() ? 9 : 101) * 4);
say('interleaved visits', $wrong);
say('key', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
done
done
done
done
visits: true
interleaved visits: 0
key: 0
