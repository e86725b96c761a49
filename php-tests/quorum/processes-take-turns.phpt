--TEST--
Processes that compete for a lock on five servers take turns, also while two of the servers are killed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(5);
$counter = "{$servers[4]->directory}/counter";
file_put_contents($counter, '0');
$children = array_map(fn() => PhpChild::start(<<<'PHP'
    [, $counter] = $argv;
    $lock = new RedisLock('k', wait: 100, server: array_slice($argv, 2), retryInterval: 0.01);
    for ($n = 0; $n < 50; $n++) {
        $lock->synchronized(fn() => put_number($counter, 1 + (int) file_get_contents($counter)));
    }
    say('lost, errors', [RedisLock::stats()['lost'], RedisLock::stats()['errors']]);
    PHP, [$counter, ...addresses($servers)]), range(1, 4));
await('some turns', fn() => (int) file_get_contents($counter) > 40);
$servers[1]->stop();
$servers[3]->stop();
foreach ($children as $child) {
    echo $child->finish();
}
say('turns', (int) file_get_contents($counter));
?>
--EXPECT--
lost, errors: [0,0]
lost, errors: [0,0]
lost, errors: [0,0]
lost, errors: [0,0]
turns: 200
