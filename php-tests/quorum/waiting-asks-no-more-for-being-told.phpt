--TEST--
Who is told of changes asks the servers no more often than who polls: while nothing happens, while one key or all are written without end, and while its own attempts are undone
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$writer = <<<'PHP'
    $clients = array_map(fn($address) => new RespClient($address), array_slice($argv, 1));
    echo "ready\n";
    while (!has_been_left()) {
        array_map(fn(RespClient $client) => $client->ask('SET', 'k', 'somebody'), $clients);
    }
    PHP;
$hold = fn(int $count) => array_map(fn(RedisServer $server) => $server->ask('SET', 'k', 'somebody'), array_slice($servers, 0, $count));
$wait = function () use ($servers): array {
    array_map(fn(RedisServer $server) => $server->ask('CONFIG', 'RESETSTAT'), $servers);
    $before = RedisLock::stats()['attempts'];
    $lock = new RedisLock('k', server: addresses($servers));
    $lock->acquire(1.5) && throw new LogicException('it was held');
    return [RedisLock::stats()['attempts'] - $before, $servers[0]->commands()];
};
// 1, 2, 4 ... 64 and then about 75 ms: thirty with the luckiest jitter, and fewer on a busy machine.
$say = fn(string $what, int $attempts) => say($what, $attempts >= 1 && $attempts <= 45 ? 'as always' : $attempts);

$hold(3);
[$attempts, $commands] = $wait();
$say('while nothing happens', $attempts);
say('beside the attempts, once', array_diff_key($commands, array_flip(['set', 'evalsha', 'eval', 'get', 'pttl'])));
[$attempts, $commands] = $wait();
say('on the same connections', array_diff_key($commands, array_flip(['set', 'evalsha', 'eval', 'get', 'pttl'])));
foreach (['one is written' => 1, 'all are written' => 3] as $what => $count) {
    $flood = PhpChild::start($writer, addresses(array_slice($servers, 0, $count)));
    $flood->hear();
    $say($what, $wait()[0]);
    $flood->finish();
}
$servers[2]->ask('DEL', 'k');
$say('held on two, so that the third is taken in vain', $wait()[0]);
say('nothing is left there', $servers[2]->ask('EXISTS', 'k'));
?>
--EXPECT--
while nothing happens: "as always"
beside the attempts, once: {"client|tracking":1,"command|info":1,"hello":1}
on the same connections: []
one is written: "as always"
all are written: "as always"
held on two, so that the third is taken in vain: "as always"
nothing is left there: 0
