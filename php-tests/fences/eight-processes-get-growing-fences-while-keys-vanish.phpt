--TEST--
While lock and counter are deleted at random, the 5,000 fences of 8 processes are strictly increasing
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

const PROCESSES = 8;
$each = is_slow() ? 20 : 625;
$redis = RedisServer::start();
$journal = "$redis->directory/journal";
$workers = [];
for ($n = 0; $n < PROCESSES; $n++) {
    $workers[] = $worker = PhpChild::start(<<<'PHP'
        [, $address, $journal, $acquisitions] = $argv;
        $lock = new RedisLock('k', ttl: 60.0, wait: 60.0, server: $address, fenced: true, retryInterval: 0.005);
        $journal = fopen($journal, 'a');
        $deleted = [];
        echo "ready\n";
        hear();
        for ($n = 0; $n < $acquisitions; $n++) {
            $lock->acquire() || exit("starved\n");
            $fence = $lock->getFence();
            fwrite($journal, "$fence\n");
            // Still held: no other process has acquired between this acquisition and the line.
            if (!$lock->isOwned()) {
                $deleted[] = $fence;
            }
            $lock->release();
        }
        echo json_encode($deleted), "\n";
        PHP, [$redis->address, $journal, $each]);
    $worker->hear();
}
$deleter = PhpChild::start(<<<'PHP'
    $redis = new RespClient($argv[1]);
    stream_set_blocking(STDIN, false);
    echo "ready\n";
    for ($deletions = 0; fgets(STDIN) === false; usleep(random_int(0, 2_000))) {
        $deletions += $redis->ask('DEL', ...[['k'], ['{k}:redislock:fence'], ['k', '{k}:redislock:fence']][random_int(0, 2)]);
    }
    echo $deletions, "\n";
    PHP, [$redis->address]);
$deleter->hear();
foreach ($workers as $worker) {
    $worker->tell('go');
}
$deleted = [];
foreach ($workers as $worker) {
    array_push($deleted, ...json_decode($worker->finish(), flags: JSON_THROW_ON_ERROR));
}
$deleter->tell('stop');
say('keys were deleted', (int) $deleter->hear() >= $each / 10);
$fences = array_map(intval(...), file($journal));
say('all acquisitions', count($fences) === PROCESSES * $each);
say('all different', count(array_unique($fences)) === count($fences));
// Only fences whose lock was deleted before their line was written may be in the wrong order in the journal.
$ordered = array_values(array_diff($fences, $deleted));
$sorted = $ordered;
sort($sorted);
say('most in order', count($ordered) > count($fences) / 4 ?: [count($ordered), count($fences)]);
say('strictly increasing', $ordered === $sorted);
?>
--EXPECT--
keys were deleted: true
all acquisitions: true
all different: true
most in order: true
strictly increasing: true
