--TEST--
While a command without a reply may end, shorten or change what a Key holds, the Key is not serialized; then another process has it
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use RedisLock\Symfony\RedisSemaphoreStore;
use Symfony\Component\Lock\Key;
use Symfony\Component\Semaphore\Key as SemaphoreKey;

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$locks = new RedisLockStore($proxy->address);
$semaphores = new RedisSemaphoreStore($proxy->address);

/** Returns the short names of an exception and its previous ones. */
function names(callable $call): array
{
    return array_map(fn(string $class) => basename(strtr($class, '\\', '/')), classes($call));
}

/** Returns whether a Key that another process gets is held there, and then frees it there. */
function given(object $key): string
{
    $code = '[, $class, $address, $key] = $argv; $store = new $class($address); $key = unserialize(serialize(unserialize(base64_decode($key))));
        $isHeld = $store->exists($key); $store->delete($key); echo json_encode([$isHeld, $store->exists($key)]);';
    $class = $key instanceof Key ? RedisLockStore::class : RedisSemaphoreStore::class;
    return child($code, [$class, $GLOBALS['redis']->address, base64_encode(serialize($key))])->finish();
}

foreach (['a lock becomes a share' => ['save', 'saveRead'], 'a share becomes the lock' => ['saveRead', 'save']] as $what => [$first, $second]) {
    // The server makes the change within a second only: on a busy machine that may be over.
    do {
        $locks->$first($key = new Key('k'));
        $before = $redis->ask('TYPE', 'k');
        $proxy->always('EVALSHA 8', 'lose'); // the command that makes the change
        classes(fn() => $locks->$second($key));
        $proxy->reset();
        $refusals = [names(fn() => serialize($key)), names(fn() => json_encode($key->getState(RedisLockStore::class)))];
        $proxy->deliver();
        $isChanged = $redis->ask('TYPE', 'k') !== $before;
        usleep(1_100_000);
        $refusals[] = names(fn() => serialize($key)); // its kind is not known before it is asked for
        $locks->exists($key);
        $result = given($key);
    } while (!$isChanged);
    say($what, [$refusals, json_decode($result), $redis->ask('EXISTS', 'k')]);
}

$calls = [
    'delete' => fn(object $store, object $key) => $store->delete($key),
    'a shorter lease' => fn(object $store, object $key) => $store->putOffExpiration($key, 60.0),
    'a longer lease' => fn(object $store, object $key) => $store->putOffExpiration($key, 900.0),
];
foreach (['locks' => $locks, 'semaphores' => $semaphores] as $kind => $store) {
    foreach ($calls as $what => $call) {
        $key = $kind === 'locks' ? new Key('k') : new SemaphoreKey('k', 3, 2);
        $kind === 'locks' ? $store->save($key) : $store->save($key, 300.0);
        $proxy->always('*', 'lose');
        $isThrown = classes(fn() => $call($store, $key)) !== [];
        $proxy->reset();
        $refusal = names(fn() => serialize($key));
        $proxy->deliver();
        if ($refusal !== []) {
            classes(fn() => $store->delete($key));
            $kind === 'locks' ? $store->save($key) : $store->save($key = new SemaphoreKey('k', 3, 2), 300.0);
        }
        say("$kind, $what", [$isThrown, $refusal, json_decode(given($key))]);
    }
}
?>
--EXPECT--
a lock becomes a share: [[["UnserializableKeyException","RedisLockException"],["UnserializableKeyException","RedisLockException"],["UnserializableKeyException"]],[true,false],0]
a share becomes the lock: [[["UnserializableKeyException","RedisLockException"],["UnserializableKeyException","RedisLockException"],["UnserializableKeyException"]],[true,false],0]
locks, delete: [true,["UnserializableKeyException","RedisLockException"],[true,false]]
locks, a shorter lease: [true,["UnserializableKeyException","RedisLockException"],[true,false]]
locks, a longer lease: [true,[],[true,false]]
semaphores, delete: [true,["UnserializableKeyException","RedisLockException"],[true,false]]
semaphores, a shorter lease: [true,["UnserializableKeyException","RedisLockException"],[true,false]]
semaphores, a longer lease: [true,[],[true,false]]
