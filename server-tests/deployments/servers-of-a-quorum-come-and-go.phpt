--TEST--
A test can kill, suspend and restart each server of a quorum on its own
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$quorum = new Quorum('redis-server');
$kind = $quorum->kind();
$kind->ask('k', 'SET', 'k', 'v');
$quorum->kill(0);
$quorum->suspend(1);
say('killed', thrown(fn() => $quorum->nodes()[0]->connect()) !== '' && @stream_socket_client('tcp://127.0.0.1:' . $quorum->nodes()[0]->port) === false);
$suspended = $quorum->nodes()[1]->connect();
$suspended->send('GET', 'k');
$quorum->restart(0);
say('started again, empty', $quorum->nodes()[0]->ask('GET', 'k'));
$quorum->resume(1);
say('goes on', $suspended->receive());
say('majority', $quorum->kind()->keyHolds('k'));
foreach ([0, 1] as $n) {
    $quorum->kill($n);
}
$quorum->restart(1);
say('still a majority', array_map(fn(int $n) => $quorum->nodes()[$n]->ask('GET', 'k'), [1, 2, 3, 4]));
?>
--EXPECT--
killed: true
started again, empty: null
goes on: "v"
majority: "v"
still a majority: [null,"v","v","v"]
