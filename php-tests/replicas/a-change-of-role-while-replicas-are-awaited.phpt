--TEST--
If a master becomes a replica and a master again while replicas are awaited, the wait continues, in the queue and before it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/replicas.php';

foreach (['at the first attempt' => false, 'in the queue' => true] as $where => $queues) {
    [$master, $replica] = master_and_replicas();
    $holder = new RedisLock('k', ttl: 600.0, server: $master->address);
    $queues && $holder->acquire();
    $waiter = waiter($master, ['replicas' => 1, 'wait' => 60.0, 'ttl' => 60.0]);
    if ($queues) {
        enqueue_waiters($master, [$waiter]);
    }
    $replica->suspend();
    $queues ? $holder->release() : $waiter->tell('wait');
    await('the wait for replicas', fn() => preg_match('/^id=.* flags=\w*b\w* .* cmd=wait\b/m', $master->ask('CLIENT', 'LIST')) === 1);
    $master->ask('REPLICAOF', '127.0.0.1', '1');
    $master->ask('REPLICAOF', 'NO', 'ONE');
    $replica->resume();
    say($where, $waiter->hear());
    $waiter->tell('release');
    $waiter->finish();
}
?>
--EXPECT--
at the first attempt: "[true,null]"
in the queue: "[true,null]"
