--TEST--
With abortOnLoss, synchronized() throws a loss again that the work has caught, unless the work has acquired the lock again
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

is_thrown_into();
$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 30.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
$reactions = [
    'goes on' => fn() => 'result',
    'releases' => fn() => $lock->release() ? 'result' : 'result, but not alone',
    'acquires again' => fn() => $lock->acquire() ? 'result of both' : null,
    'throws the same' => fn(Throwable $loss) => throw $loss,
    'throws its own' => fn() => throw new DomainException('own'),
    'throws its own because of it' => fn(Throwable $loss) => throw new DomainException('own', 0, $loss),
];
foreach ($reactions as $what => $react) {
    try {
        $outcome = $lock->synchronized(function () use ($redis, $react) {
            await_renewals();
            try {
                $redis->connect()->ask('DEL', 'k');
                compute(25.0);
            } catch (RedisLockLostException $loss) {
                return $react($loss);
            }
        });
    } catch (Exception $exception) {
        for ($outcome = []; $exception; $exception = $exception->getPrevious()) {
            $outcome[] = $exception::class;
        }
    }
    say($what, $outcome);
    say('  released', $lock->release());
}
?>
--EXPECT--
goes on: ["RedisLockLostException"]
  released: false
releases: ["RedisLockLostException"]
  released: false
acquires again: "result of both"
  released: false
throws the same: ["RedisLockLostException"]
  released: false
throws its own: ["RedisLockLostException","DomainException"]
  released: false
throws its own because of it: ["RedisLockLostException","DomainException","RedisLockLostException"]
  released: false
