--TEST--
With `replicas` a lock is granted when that number of replicas has acknowledged it by WAIT; without it WAIT is never sent
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/replicas.php';

[$master, $one, $other] = master_and_replicas(2);
foreach ([0, 1, 2] as $replicas) {
    foreach ([false, true] as $fenced) {
        $lock = new RedisLock('k', ttl: 600.0, fenced: $fenced, replicas: $replicas, server: $master->address);
        $master->ask('CONFIG', 'RESETSTAT');
        $holds = fn(RedisServer $replica) => $replica->ask('GET', 'k') === $lock->getToken();
        say("$replicas, " . ($fenced ? 'fenced' : 'plain'), [
            $lock->acquire(), $lock->isOwned(), $lock->getFence() !== null,
            // A replica that has acknowledged the key has it at once.
            (int) $holds($one) + (int) $holds($other) >= $replicas,
            $lock->refresh(), $lock->release(), $master->commands()['wait'] ?? 0,
        ]);
    }
}
say('synchronized', (new RedisLock('k', replicas: 2, server: $master->address))->synchronized(fn() => 'worked'));
say('held by another client', $master->ask('SET', 'k', 'another-client'));
say('not ours', [(new RedisLock('k', replicas: 2, server: $master->address))->tryAcquire(), $master->ask('GET', 'k')]);
refusals([
    'negative' => fn() => new RedisLock('k', replicas: -1),
    'of another type' => fn() => new RedisLock('k', replicas: 'many'),
]);
say('errors', RedisLock::stats()['errors']);
?>
--EXPECT--
0, plain: [true,true,false,true,true,true,0]
0, fenced: [true,true,true,true,true,true,0]
1, plain: [true,true,false,true,true,true,1]
1, fenced: [true,true,true,true,true,true,1]
2, plain: [true,true,false,true,true,true,1]
2, fenced: [true,true,true,true,true,true,1]
synchronized: "worked"
held by another client: "OK"
not ours: [false,"another-client"]
negative => ValueError: RedisLock::__construct(): Argument #10 ($replicas) must be greater than or equal to 0
of another type => TypeError: RedisLock::__construct(): Argument #10 ($replicas) must be of type int, string given
errors: 0
