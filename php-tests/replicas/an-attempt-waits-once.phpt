--TEST--
An attempt waits for replicas once, also if the script is unknown to the server or the key has the caller-supplied token
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/replicas.php';

[$master, $replica] = master_and_replicas();
$proxy = FaultProxy::byTcp($master);
$replica->suspend();
$server = "$proxy->address?read_timeout=8";
$of = [
    'a caller-supplied token whose key is there' => fn() => new RedisLock('k', 600.0, 0.0, $server, replicas: 1, token: 'token', autoRelease: false),
    'a share' => fn() => new RedisLock('s', 600.0, 0.0, $server, replicas: 1, shared: true),
    'a permit' => fn() => new RedisSemaphore('p', 2, 600.0, 0.0, $server, replicas: 1),
];
$master->ask('SET', 'k', 'token', 'PX', 600_000);
foreach ($of as $what => $object) {
    $master->ask('SCRIPT', 'FLUSH');
    $lock = $object();
    $proxy->seen();
    $start = now();
    say($what, $lock->tryAcquire());
    $waits = array_values(array_filter($proxy->seen(), fn(array $words) => $words[0] === 'WAIT'));
    say('several waits', count($waits) > 1);
    // Half of the read time-out: four seconds. Each of them would take as long.
    say('in all', time_outs(now() - $start, 4.0));
    unset($lock);
}
?>
--EXPECT--
a caller-supplied token whose key is there: false
several waits: true
in all: 1
a share: false
several waits: true
in all: 1
a permit: false
several waits: true
in all: 1
