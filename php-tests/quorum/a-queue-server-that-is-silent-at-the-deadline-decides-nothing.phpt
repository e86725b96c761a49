--TEST--
If the time is up while the queue's server does not answer, all servers are asked once more: "another owner" is said only if they say so
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

const STEP = 4.0; // seconds; all must wait before the first step
$waits = array_map(fn(int $n) => STEP + $n * 0.025, range(1, 9)); // until the waiter has given the queue's server up

$code = <<<'PHP'
    [, $key, $wait, $interval, $servers] = $argv;
    $lock = new RedisLock($key, 600.0, retryInterval: (float) $interval, server: unserialize($servers));
    $lock->isLocked(); // it is connected
    echo "ready\n";
    hear();
    try {
        echo $lock->acquire((float) $wait) ? 'acquired' : 'another owner', "\n";
    } catch (RedisLockConnectionException) {
        echo "no answer\n";
    }
    PHP;

$kinds = ['one does not answer' => servers(3), 'none answers' => servers(3)];
$waiters = [];
foreach ($kinds as $kind => $servers) {
    foreach ($waits as $wait) {
        array_map(fn(RedisServer $server) => $server->ask('SET', "wait $wait", 'another client'), $servers);
        $waiters[$kind][] = PhpChild::start($code, ["wait $wait", $wait, STEP, serialize(addresses($servers, '?read_timeout=0.7'))]);
    }
}
$each = fn(callable $do): array => array_map(fn(array $those) => array_map($do, $those), $waiters);
$each(fn(PhpChild $waiter) => $waiter->hear());
$each(fn(PhpChild $waiter) => $waiter->tell('go'));
foreach ($kinds as $servers) {
    await('all wait', fn() => count($servers[0]->ask('KEYS', '*:seat1')) === count($waits));
}
$suspended = [$kinds['one does not answer'][0], ...$kinds['none answers']];
array_map(fn(RedisServer $server) => $server->suspend(), $suspended);
foreach ($each(fn(PhpChild $waiter) => $waiter->hear()) as $kind => $said) {
    say($kind, array_count_values($said));
}
array_map(fn(RedisServer $server) => $server->resume(), $suspended);
?>
--EXPECT--
one does not answer: {"another owner":9}
none answers: {"no answer":9}
