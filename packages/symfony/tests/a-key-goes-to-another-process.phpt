--TEST--
A serialized Key is valid in another process, whatever address that process has for the server, and with several servers
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

const OTHER = <<<'PHP'
    $stores = array_map(fn($address) => new RedisLock\Symfony\RedisLockStore($address), array_slice($argv, 2));
    $store = count($stores) === 1 ? $stores[0] : new Symfony\Component\Lock\Store\CombinedStore($stores, new Symfony\Component\Lock\Strategy\UnanimousStrategy());
    $lock = (new Symfony\Component\Lock\LockFactory($store))->createLockFromKey(unserialize(base64_decode($argv[1])), 900.0);
    say('acquired', $lock->isAcquired());
    $lock->refresh();
    say('lifetime', round($lock->getRemainingLifetime(), -2));
    say('acquired once more', $lock->acquire());
    $lock->release();
    say('after the release', $lock->isAcquired());
    PHP;

/** Hands the key to another process, and returns that process's output. */
function given(Key $key, string ...$addresses): string
{
    return child(OTHER, [base64_encode(serialize($key)), ...$addresses])->finish();
}

$redis = RedisServer::start(tcp: true);
$key = new Key('import');
$lock = (new LockFactory(new RedisLockStore($redis->address)))->createLockFromKey($key, 300.0, autoRelease: false);
say('acquired here', $lock->acquire());
unset($lock);
echo child('$store = new RedisLock\Symfony\RedisLockStore($argv[1]); say("looks", $store->exists(unserialize(base64_decode($argv[2]))));', [$redis->address, base64_encode(serialize($key))])->finish();
say('after the end of a process that looked', $redis->ask('EXISTS', 'import'));
echo given($key, $redis->address);
say('free', $redis->ask('EXISTS', 'import'));

$store = new RedisLockStore($redis->address);
$store->save($key = new Key('import'));
echo "By TCP:\n", given($key, $redis->tcpAddress());
say('free', $redis->ask('EXISTS', 'import'));
say('here, too', $store->exists($key));

$servers = [$redis, RedisServer::start()];
$addresses = [$redis->tcpAddress(), $servers[1]->address];
$store = new CombinedStore(array_map(fn(string $address) => new RedisLockStore($address), $addresses), new UnanimousStrategy());
$store->save($key = new Key('import'));
say('each has a token of its own', $servers[0]->ask('GET', 'import') !== $servers[1]->ask('GET', 'import'));
echo "Two servers:\n", given($key, $servers[0]->tcpAddress('default:any'), "$addresses[1]?read_timeout=5");
say('free', array_map(fn(RedisServer $server) => $server->ask('EXISTS', 'import'), $servers));
?>
--EXPECT--
acquired here: true
looks: true
after the end of a process that looked: 1
acquired: true
lifetime: 900.0
acquired once more: true
after the release: false
free: 0
By TCP:
acquired: true
lifetime: 900.0
acquired once more: true
after the release: false
free: 0
here, too: false
each has a token of its own: true
Two servers:
acquired: true
lifetime: 900.0
acquired once more: true
after the release: false
free: [0,0]
