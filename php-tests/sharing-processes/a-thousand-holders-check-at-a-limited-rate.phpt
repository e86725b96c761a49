--TEST--
While others acquire and release without end, each of 1,000 holders of a renewed shared lock checks about once a second
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start(['maxclients' => '200']);
$count = is_slow() ? 20 : 1_000;
const PROCESSES = 4;
$code = <<<'PHP'
    [, $address, $count] = $argv;
    $locks = [];
    for ($n = 0; $n < $count; $n++) {
        $locks[] = $lock = new RedisLock('k', ttl: 60.0, server: $address, shared: true, autoRenew: true);
        $lock->acquire() || exit("not acquired\n");
    }
    echo "held\n";
    hear();
    say('held', count(array_filter($locks, fn(RedisLock $lock) => $lock->isHeld())));
    PHP;
$holders = array_map(fn() => PhpChild::start($code, [$redis->address, intdiv($count, PROCESSES)]), range(1, PROCESSES));
array_map(fn(PhpChild $holder) => $holder->hear() === 'held' || exit('not held'), $holders);
// The holders that acquire and release all the time.
$visitor = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', ttl: 60.0, server: $argv[1], shared: true);
    echo "ready\n";
    for ($n = 0; !parent_is_gone(); $n++) {
        $lock->acquire();
        $lock->release();
        usleep(1_000);
    }
    echo "$n\n";
    PHP, [$redis->address]);
$visitor->hear();
await('the first looks', fn() => ($redis->commands()['zcard'] ?? 0) > $count);
$redis->ask('CONFIG', 'RESETSTAT');
$start = now();
await('some seconds', fn() => now() > $start + 5.0);
$commands = $redis->commands();
$elapsed = now() - $start;
// A check is the renewal script: EVALSHA with PTTL, ZMSCORE, TIME and ZCARD. A visit has some of these, too, and is counted by its ZREM.
$visits = $commands['zrem'] ?? 0;
$checks = ($commands['evalsha'] - 2 * $visits) / $elapsed;
say('looks a second, each', $checks / $count <= 1.3 ?: [$checks / $count, $commands]);
$said = array_map(fn(PhpChild $holder) => $holder->finish(), $holders);
say('all hold it', $said === array_fill(0, PROCESSES, 'held: ' . intdiv($count, PROCESSES) . "\n") ?: $said);
printf("%.2f checks a second, each of %d, with %d visits a second\n", $checks / $count, $count, $visits / $elapsed);
$visitor->finish();
?>
--EXPECTF--
looks a second, each: true
all hold it: true
%f checks a second, each of %d, with %d visits a second
