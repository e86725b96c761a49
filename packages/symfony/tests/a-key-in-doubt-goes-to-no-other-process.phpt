--TEST--
While a command without a reply may end, shorten or change what a Key holds, the Key is not serialized; then another process has it
--SKIPIF--
<?php require __DIR__ . '/../../../php-tests/inc/needs.php'; needs('pcntl'); ?>
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

/** Returns whether another process needs no class but the Key's to read it, or the names of the refusal. */
function plain(object $key): bool|array
{
    $refusal = names(fn() => serialize($key));
    if ($refusal !== []) {
        return $refusal;
    }
    $state = unserialize(serialize($key), ['allowed_classes' => [$key::class]])->getState($key instanceof Key ? RedisLockStore::class : RedisSemaphoreStore::class);
    return is_string(reset($state));
}

function plain_in_a_child(object $key): bool|array
{
    return json_decode(in_child(fn() => print json_encode(plain($key))));
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
        $refusals[] = plain_in_a_child($key);
        $proxy->deliver();
        $isChanged = $redis->ask('TYPE', 'k') !== $before;
        usleep(1_100_000);
        $refusals[] = names(fn() => serialize($key)); // its kind is not known before it is asked for
        $store = $what === 'a lock becomes a share' ? $locks : new RedisLockStore($proxy->address); // another one learns it, too
        $store->exists($key);
        $plain = plain($key);
        $result = given($key);
    } while (!$isChanged);
    say($what, [$refusals, $plain, json_decode($result), $redis->ask('EXISTS', 'k')]);
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

foreach (['locks' => $locks, 'semaphores' => $semaphores] as $kind => $store) {
    $saved = function () use ($kind, $store): object {
        $key = $kind === 'locks' ? new Key('k') : new SemaphoreKey('k', 3, 2);
        $kind === 'locks' ? $store->save($key) : $store->save($key, 300.0);
        return $key;
    };
    $refresh = function (object $key, float $ttl) use ($store, $proxy): void {
        $proxy->always('*', 'lose');
        classes(fn() => $store->putOffExpiration($key, $ttl));
        $proxy->reset();
    };

    echo "$kind, a longer lease without a reply:\n";
    $refresh($key = $saved(), 900.0);
    say('plain', [plain($key), plain_in_a_child($key)]);
    $store->delete($key);

    echo "$kind, a shorter one:\n";
    $refresh($key = $saved(), 60.0);
    say('refused', [plain($key), plain_in_a_child($key)]);
    $store->exists($copy = clone $key);
    say('so is a copy', plain($copy));
    $store->delete($key);

    echo "$kind, a release that another fiber may not do:\n";
    $key = $saved();
    (new Fiber(fn() => say('refused', classes(fn() => $store->delete($key)) !== [])))->start();
    [$copy, $unused] = [clone $key, clone $key];
    say('held', [$store->exists($key), $store->exists($copy)]);
    say('plain', [plain($key), plain($copy), plain_in_a_child($key)]);
    $store->delete($key);
    say('a copy is serialized after the release', [names(fn() => serialize($unused)), $store->exists($unused), plain($unused)]);
}

$locks->save($key = new Key('k'));
$proxy->always('*', 'lose');
say('a release without a reply throws', classes(fn() => $locks->delete($key)) !== []);
$proxy->reset();
say('another store does it again', [(new RedisLockStore($proxy->address))->exists($key), $redis->ask('EXISTS', 'k')]);
?>
--EXPECT--
a lock becomes a share: [[["UnserializableKeyException","RedisLockException"],["UnserializableKeyException","RedisLockException"],["UnserializableKeyException","RedisLockException"],["UnserializableKeyException"]],true,[true,false],0]
a share becomes the lock: [[["UnserializableKeyException","RedisLockException"],["UnserializableKeyException","RedisLockException"],["UnserializableKeyException","RedisLockException"],["UnserializableKeyException"]],true,[true,false],0]
locks, delete: [true,["UnserializableKeyException","RedisLockException"],[true,false]]
locks, a shorter lease: [true,["UnserializableKeyException","RedisLockException"],[true,false]]
locks, a longer lease: [true,[],[true,false]]
semaphores, delete: [true,["UnserializableKeyException","RedisLockException"],[true,false]]
semaphores, a shorter lease: [true,["UnserializableKeyException","RedisLockException"],[true,false]]
semaphores, a longer lease: [true,[],[true,false]]
locks, a longer lease without a reply:
plain: [true,true]
locks, a shorter one:
refused: [["UnserializableKeyException","RedisLockException"],["UnserializableKeyException","RedisLockException"]]
so is a copy: ["UnserializableKeyException","RedisLockException"]
locks, a release that another fiber may not do:
refused: true
held: [true,true]
plain: [true,true,true]
a copy is serialized after the release: [[],false,true]
semaphores, a longer lease without a reply:
plain: [true,true]
semaphores, a shorter one:
refused: [["UnserializableKeyException","RedisLockException"],["UnserializableKeyException","RedisLockException"]]
so is a copy: ["UnserializableKeyException","RedisLockException"]
semaphores, a release that another fiber may not do:
refused: true
held: [true,true]
plain: [true,true,true]
a copy is serialized after the release: [[],false,true]
a release without a reply throws: true
another store does it again: [false,0]
