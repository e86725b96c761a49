--TEST--
If the lease ends during the work while the server is away, RedisLockLostException is thrown with the connection's exception as previous
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', ttl: 60.0, server: "$proxy->address?read_timeout=60");
$own = new DomainException('from the work');
foreach ([null, $own] as $thrown) {
    $proxy->reset();
    try {
        $lock->synchronized(function (RedisLock $lock) use ($proxy, $thrown) {
            $lock->refresh(2.0); // a shorter lease would end before its reply on a busy machine
            await('the end of the lease', fn() => !$lock->isHeld());
            $proxy->always('*', 'refuse');
            if ($thrown) {
                throw $thrown;
            }
        });
        echo "not reached\n";
    } catch (RedisLockLostException $exception) {
        $chain = [];
        for ($previous = $exception; $previous; $previous = $previous->getPrevious()) {
            $chain[] = $previous::class;
        }
        say('thrown', $chain);
    }
}
?>
--EXPECT--
thrown: ["RedisLockLostException","RedisLockConnectionException"]
thrown: ["RedisLockLostException","RedisLockConnectionException","DomainException"]
