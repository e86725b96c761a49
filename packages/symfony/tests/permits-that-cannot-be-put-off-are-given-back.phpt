--TEST--
If a semaphore's permits cannot be put off right after their acquisition, acquire() throws, and the permits are given back
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisSemaphoreStore;
use Symfony\Component\Semaphore\SemaphoreFactory;

foreach (['not renewed' => false, 'renewed' => true] as $how => $autoRenew) {
    $redis = RedisServer::start();
    $proxy = FaultProxy::before($redis);
    $factory = new SemaphoreFactory(new RedisSemaphoreStore($proxy->address, lease: 20.0, autoRenew: $autoRenew));
    $semaphore = $factory->createSemaphore('api', 1, 1, 20.0);
    $semaphore->acquire();
    $semaphore->release();
    // An acquisition that is answered late is put off at once.
    $proxy->on('EVALSHA 13', 'delay', 1.0);
    $proxy->on('EVALSHA 7', 'say', "-OOM command not allowed when used memory > 'maxmemory'.\r\n");
    say($how, strtok(thrown(fn() => $semaphore->acquire()), ':'));
    $names = array_map(fn(array $words) => $words[0] . ' ' . count($words), $proxy->seen());
    say('acquired, put off, released', array_slice($names, -3));
    say('free', (new RedisSemaphore('api:semaphore', 1, server: $redis->address))->getFree());
    $proxy->reset();
    say('and acquired again', [$semaphore->acquire(), $semaphore->isAcquired()]);
    $semaphore->release();
}
?>
--EXPECT--
not renewed: "Symfony\\Component\\Semaphore\\Exception\\RuntimeException"
acquired, put off, released: ["EVALSHA 13","EVALSHA 7","EVALSHA 6"]
free: 1
and acquired again: [true,true]
renewed: "Symfony\\Component\\Semaphore\\Exception\\RuntimeException"
acquired, put off, released: ["EVALSHA 13","EVALSHA 7","EVALSHA 6"]
free: 1
and acquired again: [true,true]
