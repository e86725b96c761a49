--TEST--
A semaphore with max_wait waits in the queue, in the order of arrival, and has its permits as soon as they are released
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\SemaphoreStoreFactory;
use Symfony\Component\Semaphore\SemaphoreFactory;

const WAITER = <<<'PHP'
    $factory = new Symfony\Component\Semaphore\SemaphoreFactory(RedisLock\Symfony\SemaphoreStoreFactory::createStore("redislock+$argv[1]?max_wait=60"));
    $semaphore = $factory->createSemaphore('api', 2, (int) $argv[2]);
    hear();
    say("weight $argv[2]", $semaphore->acquire());
    hear();
    $semaphore->release();
    PHP;

$redis = RedisServer::start();
$factory = fn(string $options) => new SemaphoreFactory(SemaphoreStoreFactory::createStore("redislock+$redis->address$options"));
[$one, $two] = [$factory('')->createSemaphore('api', 2), $factory('')->createSemaphore('api', 2)];
say('acquired', [$one->acquire(), $two->acquire()]);
$waiters = [];
foreach ([2, 1] as $n => $weight) {
    $waiters[] = $waiter = child(WAITER, [$redis->address, $weight]);
    $waiter->tell('go');
    await('a waiter', fn() => count($redis->seats()) === $n + 1);
}
$one->release();
say('one permit is free, and the first waits for two', [$one->acquire(), $waiters[0]->hasSpoken(), $waiters[1]->hasSpoken()]);
$two->release();
// The first waiter is overtaken if a busy machine suspends it for 20 ms.
$said = [];
await('both', function () use ($waiters, &$said) {
    foreach ($waiters as $n => $waiter) {
        if (!isset($said[$n]) && $waiter->hasSpoken()) {
            $said[$n] = $waiter->hear();
            $waiter->tell('release');
            $waiter->finish();
        }
    }
    return count($said) === 2;
});
ksort($said);
echo implode("\n", $said), "\n";

$one->acquire();
$two->acquire();
$late = $factory('?max_wait=0.2')->createSemaphore('api', 2);
$begin = now();
say('at the end of max_wait', [$late->acquire(), now() - $begin >= 0.2]);
?>
--EXPECT--
acquired: [true,true]
one permit is free, and the first waits for two: [false,false,false]
weight 2: true
weight 1: true
at the end of max_wait: [false,true]
