--TEST--
A queued waiter gets no lock that its replicas do not have, and gets it when they are back
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/replicas.php';

[$master, $replica] = master_and_replicas();
foreach ([false, true] as $fenced) {
    $master->ask('SET', 'k', 'another-client');
    [$first, $next] = queued_waiters($master, 2, ['ttl' => 10.0, 'replicas' => 1, 'fenced' => $fenced, 'server' => "$master->address?read_timeout=1.5"]);
    $master->ask('CONFIG', 'RESETSTAT');
    $replica->suspend();
    $master->ask('DEL', 'k');
    // Each WAIT but the last has had its answer.
    await('some attempts', fn() => ($master->commands()['wait'] ?? 0) > 4);
    say('granted', $first->hasSpoken() || $next->hasSpoken());
    $replica->resume();
    say('both in turn', count(order_of([$first, $next])));
    await('the release', fn() => $master->ask('EXISTS', 'k') === 0);
    say('left', $master->locks() === ($fenced ? ['{k}:redislock:fence'] : []));
}
?>
--EXPECT--
granted: false
both in turn: 2
left: true
granted: false
both in turn: 2
left: true
