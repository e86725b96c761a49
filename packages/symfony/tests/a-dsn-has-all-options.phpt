--TEST--
Every option of a DSN takes effect; an unknown option, a bad value or address is refused without its password; other DSNs are Symfony's
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\SemaphoreStoreFactory;
use RedisLock\Symfony\StoreFactory;
use Symfony\Component\Lock\Key;
use Symfony\Component\Semaphore\Key as SemaphoreKey;

$redis = RedisServer::start(tcp: true);
$dsn = 'redislock+' . $redis->tcpAddress(path: '/0');
$store = function (string $query) use ($dsn, &$key) {
    $store = StoreFactory::createStore($dsn . $query);
    $store->save($key = new Key('k'));
    return $store;
};
$lease = fn(string $name = 'k') => round($redis->ask('PTTL', $name) / 1000, -1);

$kept = $store('');
say('nothing', [$kept::class, $lease()]);
say('serialized', strlen(serialize($key)) > 0);
$kept->delete($key);
$kept = $store('?lease=7.5&prefix=app%3A&label=web%201');
say('lease, prefix, label', [$redis->ask('PTTL', 'app:k') > 6500, $redis->ask('PTTL', 'app:k') <= 7500, strstr($redis->ask('GET', 'app:k'), ':')]);
$kept->delete($key);
foreach (['1', 'true', 'on'] as $yes) {
    $kept = $store("?auto_renew=$yes");
    say("auto_renew=$yes", [$lease(), $key->getRemainingLifetime(), classes(fn() => serialize($key))]);
    $kept->delete($key);
}
$kept = $store('?auto_renew=0');
say('auto_renew=0', $lease());
$kept->delete($key);
$kept = $store('?auto_renew=1&lease=20&max_hold=50');
say('max_hold', round($key->getRemainingLifetime(), -1));
$kept->delete($key);
$kept = $store('?auto_renew=1&lease=20&max_hold=INF');
say('max_hold=INF', $key->getRemainingLifetime());
say('max_wait', classes(fn() => StoreFactory::createStore("$dsn?max_wait=0.01")->waitAndSave(new Key('k'))));
$kept->delete($key);

say('abort_on_loss', classes(function () use ($store, $redis) {
    $kept = $store('?auto_renew=1&abort_on_loss=1');
    $redis->ask('DEL', 'k');
    await('an end', fn() => false);
}));

say('the database is the address\'s', (function () use ($redis) {
    $store = StoreFactory::createStore('redislock+' . $redis->tcpAddress(path: '/3') . '?read_timeout=2&lease=5');
    $store->save(new Key('k'));
    $redis->ask('SELECT', 3);
    return $redis->ask('EXISTS', 'k');
})());
foreach (['unix:///run/redis.sock?db=1&lease=10', 'rediss://user:secret@host/1?verify=0&lease=10', 'redis-sentinel://one,two:26380/mymaster/1?lease=10', 'redis-cluster://one:7000,two:7001?auto_renew=1', 'rediss-cluster://one'] as $address) {
    say($address, get_class(StoreFactory::createStore("redislock+$address")));
}

$redis->ask('SELECT', 0);
$others = [$redis, RedisServer::start(), RedisServer::start()];
$list = StoreFactory::createStore("redislock+{$redis->tcpAddress(path: '/0')},{$others[1]->address},{$others[2]->address}?lease=7&read_timeout=2");
$list->save($key = new Key('list'));
// A majority at least: a server that is slow to connect is left out.
$left = array_filter(array_map(fn(RedisServer $server) => $server->ask('PTTL', 'list'), $others), fn(int $left) => $left > 0);
say('several addresses', [count($left) >= 2, array_unique(array_map(fn(int $left) => lease_of(7, $left), $left))]);
$list->delete($key);
foreach (['redis://a,rediss://b:6380/1,unix:///run/c.sock?lease=10&read_timeout=1', 'redis-sentinel://a,b/m'] as $address) {
    say($address, get_class(StoreFactory::createStore("redislock+$address")));
}

refusals([
    'an option before the last address' => fn() => StoreFactory::createStore('redislock+redis://:secret@a?lease=1,redis://b'),
    'an unknown option of several' => fn() => StoreFactory::createStore('redislock+redis://:secret@a,redis://:secret@b?ttl=1'),
    'two that are one' => fn() => StoreFactory::createStore('redislock+redis://:secret@a,redis://:secret@a'),
    'a list of lists' => fn() => StoreFactory::createStore('redislock+redis://:secret@a,redis-cluster://:secret@b'),
    'the scheme of the DSN twice' => fn() => StoreFactory::createStore('redislock+redis://:secret@a,redislock+redis://:secret@b'),
    'an unknown option' => fn() => StoreFactory::createStore('redislock+redis://:secret@host?auto_renewal=1'),
    'no number' => fn() => StoreFactory::createStore('redislock+redis://:secret@host?lease=long'),
    'neither yes nor no' => fn() => StoreFactory::createStore('redislock+redis://:secret@host?auto_renew=2'),
    'out of range' => fn() => StoreFactory::createStore('redislock+redis://:secret@host?lease=0'),
    'an unknown scheme' => fn() => StoreFactory::createStore('redislock+http://:secret@host'),
    'no scheme of an address' => fn() => StoreFactory::createStore('redislock://:secret@host'),
    'an unknown option after others' => fn() => StoreFactory::createStore('redislock+redis://:secret@host?lease=10&read_timeout=2&autoRenew=1'),
    'an unknown option with TLS' => fn() => StoreFactory::createStore('redislock+rediss://:secret@host?ttl=10'),
    'an \'&\' in a password' => fn() => StoreFactory::createStore('redislock+redis://:abc&verysecret@host?leas=3'),
    'an unknown option with a password' => fn() => StoreFactory::createStore('redislock+unix:///run/redis.sock?pass=a&secret'),
    'an option that another client has' => fn() => StoreFactory::createStore('redislock+redis://:secret@host?timeout=2'),
    'a question mark in the password' => fn() => StoreFactory::createStore('redislock+redis://:a?max_wait=secret@host'),
    'no value' => fn() => StoreFactory::createStore('redislock+redis://:secret@host?auto_renew'),
    'an empty value' => fn() => StoreFactory::createStore('redislock+redis://:secret@host?abort_on_loss=&auto_renew=1'),
    'no host' => fn() => StoreFactory::createStore('redislock+redis://:secret@'),
]);
ini_set('zend.exception_string_param_max_len', 1000);
preg_match_all('/^\| `(\w+)`/m', file_get_contents(__DIR__ . '/../README.md'), $rows);
$options = (new ReflectionClassConstant(RedisLock\Symfony\Dsn::class, 'OPTIONS'))->getValue();
say('not in the README', array_diff($options, $rows[1]));
foreach (['redis://:secret@host', 'unix:///run/redis.sock?pass=secret'] as $address) {
    $dumped = [$held = StoreFactory::createStore("redislock+$address"), new Symfony\Component\Lock\Lock(new Key('k'), $held)];
    ob_start();
    var_dump($dumped);
    print_r($dumped);
    var_export($dumped);
    say('the password is in a dump', str_contains(ob_get_clean(), 'secret'));
}
$traces = function (Throwable $e): string {
    for ($traces = ''; $e !== null; $e = $e->getPrevious()) {
        $traces .= json_encode(array_column($e->getTrace(), 'args'), JSON_PARTIAL_OUTPUT_ON_ERROR);
    }
    return $traces;
};
foreach (['redis://:secret@?lease=0', 'redis://:a?max_wait=secret@host', 'redis://:secret@host?ttl=1'] as $address) {
    try {
        StoreFactory::createStore("redislock+$address");
    } catch (Exception $exception) {
        say('the password is in no trace', !str_contains($exception . $traces($exception), 'secret'));
    }
}

echo "For semaphores:\n";
$redis->ask('SELECT', 0);
$semaphores = SemaphoreStoreFactory::createStore($dsn . '?auto_renew=1&lease=20&max_hold=50&prefix=app%3A&label=web%201&max_wait=0.01&abort_on_loss=1');
$semaphores->save($api = new SemaphoreKey('api', 1), 300.0);
say('lease, prefix, label', [$lease('app:api:semaphore'), strstr($redis->ask('ZRANGE', 'app:api:semaphore', 0, 0)[0], ':web')]);
say('max_wait', classes(fn() => $semaphores->save(new SemaphoreKey('api', 1), 300.0)));
say('abort_on_loss', classes(function () use ($redis) {
    $redis->ask('DEL', 'app:api:semaphore');
    await('an end', fn() => false);
}));
refusals([
    'an unknown option' => fn() => SemaphoreStoreFactory::createStore('redislock+redis://:secret@host?permits=5'),
    'no number' => fn() => SemaphoreStoreFactory::createStore('redislock+redis://:secret@host?max_wait=long'),
    'a list' => fn() => SemaphoreStoreFactory::createStore('redislock+redis://:secret@host,redis://:secret@other'),
]);
say('no DSN at all', classes(fn() => SemaphoreStoreFactory::createStore('nonsense'))); // in Symfony's words, which change
try {
    SemaphoreStoreFactory::createStore('redislock+redis://:secret@host?lease=0');
} catch (Exception $exception) {
    say('the password is in no trace', !str_contains($exception . $traces($exception), 'secret'));
}
ob_start();
var_dump($dumped = SemaphoreStoreFactory::createStore('redislock+redis://:secret@host'));
print_r($dumped);
var_export($dumped);
say('the password is in a dump', str_contains(ob_get_clean(), 'secret'));

echo "Others:\n";
say('Symfony\'s own', StoreFactory::createStore('flock')::class);
say('no DSN at all', classes(fn() => StoreFactory::createStore('nonsense')));
say('stores', [StoreFactory::createStore($kept) === $kept, SemaphoreStoreFactory::createStore($semaphores) === $semaphores]);
?>
--EXPECT--
nothing: ["RedisLock\\Symfony\\RedisLockStore",300.0]
serialized: true
lease, prefix, label: [true,true,":web 1"]
auto_renew=1: [30.0,null,["Symfony\\Component\\Lock\\Exception\\UnserializableKeyException"]]
auto_renew=true: [30.0,null,["Symfony\\Component\\Lock\\Exception\\UnserializableKeyException"]]
auto_renew=on: [30.0,null,["Symfony\\Component\\Lock\\Exception\\UnserializableKeyException"]]
auto_renew=0: 300.0
max_hold: 50.0
max_hold=INF: null
max_wait: ["Symfony\\Component\\Lock\\Exception\\LockConflictedException"]
abort_on_loss: ["RedisLockLostException"]
the database is the address's: 1
unix:///run/redis.sock?db=1&lease=10: "RedisLock\\Symfony\\RedisLockStore"
rediss://user:secret@host/1?verify=0&lease=10: "RedisLock\\Symfony\\RedisLockStore"
redis-sentinel://one,two:26380/mymaster/1?lease=10: "RedisLock\\Symfony\\RedisLockStore"
redis-cluster://one:7000,two:7001?auto_renew=1: "RedisLock\\Symfony\\RedisLockStore"
rediss-cluster://one: "RedisLock\\Symfony\\RedisLockStore"
several addresses: [true,[7]]
redis://a,rediss://b:6380/1,unix:///run/c.sock?lease=10&read_timeout=1: "RedisLock\\Symfony\\RedisLockStore"
redis-sentinel://a,b/m: "RedisLock\\Symfony\\RedisLockStore"
an option before the last address => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: it has an option before the last address. Options of several addresses come after the last one.
an unknown option of several => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: it has the unknown option "ttl". Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix. Options of its address are connect_timeout, read_timeout.
two that are one => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: its address is a list whose element [1] names a server that is in it already: redis://a:6379. Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix.
a list of lists => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: its address is a list whose element [1] must be a single server (redis://, rediss:// or unix://): a list is a quorum of independent servers, while the sentinels or nodes of one deployment are written in one string, with commas. Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix.
the scheme of the DSN twice => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: its address is a list whose element [1] begins with an unknown scheme: it must begin with redis://, rediss:// (TLS), unix://, redis-sentinel:// or redis-cluster://. Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix.
an unknown option => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: it has the unknown option "auto_renewal". Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix. Options of its address are connect_timeout, read_timeout.
no number => Symfony\Component\Lock\Exception\InvalidArgumentException: The option lease of the DSN of a lock store must be a number of seconds, not "long".
neither yes nor no => Symfony\Component\Lock\Exception\InvalidArgumentException: The option auto_renew of the DSN of a lock store must be 1 or 0, not "2".
out of range => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: lease must be between 0.001 and 1e9 seconds. Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix.
an unknown scheme => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: its address begins with http://: write redis:// instead. Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix.
no scheme of an address => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: behind "redislock+" there must be an address: redislock+redis://, redislock+rediss:// and the like.
an unknown option after others => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: it has the unknown option "autoRenew". Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix. Options of its address are connect_timeout, read_timeout.
an unknown option with TLS => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: it has the unknown option "ttl". Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix. Options of its address are connect_timeout, read_timeout, ca, cert, key, verify.
an '&' in a password => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: it has the unknown option "leas". Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix. Options of its address are connect_timeout, read_timeout.
an unknown option with a password => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: it has an unknown option, or an '&' in a password, which must be written %26. Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix. Options of its address are connect_timeout, read_timeout, db, user, pass.
an option that another client has => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: it has the unknown option "timeout". Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix. Options of its address are connect_timeout, read_timeout.
a question mark in the password => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: it has an '@' behind a '?'. In a password a '?' must be written %3F, and in an option an '@' must be written %40.
no value => Symfony\Component\Lock\Exception\InvalidArgumentException: The option auto_renew of the DSN of a lock store must be 1 or 0, not "".
an empty value => Symfony\Component\Lock\Exception\InvalidArgumentException: The option abort_on_loss of the DSN of a lock store must be 1 or 0, not "".
no host => Symfony\Component\Lock\Exception\InvalidArgumentException: This DSN of a lock store is refused: its address names no host: it must be like redis://host:6379/0. Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix.
not in the README: []
the password is in a dump: false
the password is in a dump: false
the password is in no trace: true
the password is in no trace: true
the password is in no trace: true
For semaphores:
lease, prefix, label: [20.0,":web 1"]
max_wait: ["Symfony\\Component\\Semaphore\\Exception\\SemaphoreAcquiringException"]
abort_on_loss: ["RedisLockLostException"]
an unknown option => Symfony\Component\Semaphore\Exception\InvalidArgumentException: This DSN of a semaphore store is refused: it has the unknown option "permits". Options of the store are abort_on_loss, auto_renew, label, lease, max_hold, max_wait, prefix. Options of its address are connect_timeout, read_timeout.
no number => Symfony\Component\Semaphore\Exception\InvalidArgumentException: The option max_wait of the DSN of a semaphore store must be a number of seconds, not "long".
a list => Symfony\Component\Semaphore\Exception\InvalidArgumentException: This DSN of a semaphore store is refused: it has several addresses. A semaphore needs one server, because a majority of several does not bound how many have permits.
no DSN at all: ["Symfony\\Component\\Semaphore\\Exception\\InvalidArgumentException"]
the password is in no trace: true
the password is in a dump: false
Others:
Symfony's own: "Symfony\\Component\\Lock\\Store\\FlockStore"
no DSN at all: ["Symfony\\Component\\Lock\\Exception\\InvalidArgumentException"]
stores: [true,true]
