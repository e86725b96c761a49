--TEST--
If a renewed lock is lost, synchronized() throws one RedisLockLostException, also with abortOnLoss, with the work's exception as previous
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

is_thrown_into();
$redis = RedisServer::start();
foreach ([false, true] as $abortOnLoss) {
    $lock = new RedisLock('k', ttl: 30.0, server: $redis->address, autoRenew: true, abortOnLoss: $abortOnLoss);
    $works = [
        'goes on' => fn() => compute(0.2),
        'fails' => function () use ($lock) {
            for ($end = now() + 10; $lock->isHeld() && now() < $end;);
            throw new DomainException('own');
        },
    ];
    foreach ($works as $what => $work) {
        $redis->ask('DEL', 'k');
        $chain = [];
        try {
            $lock->synchronized(function () use ($redis, $work) {
                await_renewals();
                pause(0.05);
                // On a connection of its own: the exception may come before the reply is read.
                $redis->connect()->ask('SET', 'k', 'another-client');
                $work();
            });
        } catch (RedisLockLostException $exception) {
            for (; $exception; $exception = $exception->getPrevious()) {
                $chain[] = $exception::class;
            }
        }
        $later = 0;
        try {
            compute(0.05);
        } catch (RedisLockLostException) {
            $later++;
        }
        // With abortOnLoss the work is stopped before it throws its own, or after.
        say("$what, abortOnLoss " . (int) $abortOnLoss, $abortOnLoss ? array_count_values($chain)['RedisLockLostException'] : $chain);
        say('  later', $later);
        say('  key', $redis->ask('GET', 'k'));
    }
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
goes on, abortOnLoss 0: ["RedisLockLostException"]
  later: 0
  key: "another-client"
fails, abortOnLoss 0: ["RedisLockLostException","DomainException"]
  later: 0
  key: "another-client"
goes on, abortOnLoss 1: 1
  later: 0
  key: "another-client"
fails, abortOnLoss 1: 1
  later: 0
  key: "another-client"
lost: 4
