--TEST--
Symfony's RedisStore over phpredis and this store exclude each other and free none of the other's locks; their readers read together
--SKIPIF--
<?php require __DIR__ . '/../../../php-tests/inc/needs.php'; needs('phpredis'); ?>
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\LockFactory;

const SYMFONY = <<<'PHP'
    $redis = new Redis();
    $redis->connect($argv[1]);
    $factory = new Symfony\Component\Lock\LockFactory(new Symfony\Component\Lock\Store\RedisStore($redis));
    $first = $lock = $factory->createLock('k');
    while (($command = hear()) !== '') {
        $lock = match ($command) { 'another' => $factory->createLock('k'), 'first' => $first, default => $lock };
        say("RedisStore: $command", match ($command) {
            'acquire', 'another' => $lock->acquire(),
            'first' => 'goes on',
            'wait' => $lock->acquire(true),
            'acquireRead' => $lock->acquireRead(),
            'release' => $lock->release(),
            'isAcquired' => $lock->isAcquired(),
        });
    }
    PHP;

$redis = RedisServer::start();
$symfony = child(SYMFONY, [$redis->socket], withPhpredis: true);
$symfony_does = function (string $command) use ($symfony): void {
    $symfony->tell($command);
    echo $symfony->hear(), "\n";
};
$factory = new LockFactory(new RedisLockStore($redis->address, maxWait: 60.0));
$lock = $factory->createLock('k');

$symfony_does('acquire');
say('ours', [$lock->acquire(), $lock->isAcquired()]);
$lock->release();
$symfony_does('isAcquired');
$symfony_does('release');

say('ours', $lock->acquire());
$symfony_does('acquire');
$symfony_does('acquireRead');
$symfony_does('release');
say('ours', $lock->isAcquired());

// Each waits for the other.
$symfony->tell('wait');
$lock->release();
echo $symfony->hear(), "\n";
$waiting = child('$store = new RedisLock\Symfony\RedisLockStore($argv[1]); $store->waitAndSave(new Symfony\Component\Lock\Key("k")); echo "ours, in another process, has waited\n";', [$redis->address]);
await('that it waits', fn() => $redis->seats() !== []);
$symfony_does('release');
echo $waiting->hear(), "\n";
$waiting->finish();
$redis->ask('DEL', 'k');

// Readers of both.
$symfony_does('acquireRead');
say('ours to write, to read', [$lock->acquire(), $lock->acquireRead()]);
$symfony_does('another');
$symfony_does('first');
say('ours becomes the writer with another reader', $lock->acquire());
$symfony_does('acquire');
$symfony_does('release');
say('ours is there', [$lock->isAcquired(), $redis->ask('ZCARD', 'k'), $redis->ask('PTTL', 'k') > 290_000]);
$symfony_does('acquireRead');
$lock->release();
say('ours has gone', $lock->isAcquired());
$symfony_does('acquire');
say('ours to write, to read', [$lock->acquire(), $lock->acquireRead(), $factory->createLock('k')->acquireRead()]);
$reading = child('$store = new RedisLock\Symfony\RedisLockStore($argv[1]); $store->waitAndSaveRead(new Symfony\Component\Lock\Key("k")); echo "ours, in another process, has waited to read\n";', [$redis->address]);
await('that it waits', fn() => $redis->seats() !== []);
say('it waits', !$reading->hasSpoken());
$symfony_does('acquireRead');
echo $reading->hear(), "\n";
$reading->finish();
$symfony_does('release');
$redis->ask('DEL', 'k');
say('ours becomes the writer alone', [$lock->acquireRead(), $lock->acquire()]);
$symfony_does('acquireRead');
$lock->acquireRead();
$symfony_does('acquireRead');
$symfony->finish();
?>
--EXPECT--
RedisStore: acquire: true
ours: [false,false]
RedisStore: isAcquired: true
RedisStore: release: null
ours: true
RedisStore: acquire: false
RedisStore: acquireRead: false
RedisStore: release: null
ours: true
RedisStore: wait: true
RedisStore: release: null
ours, in another process, has waited
RedisStore: acquireRead: true
ours to write, to read: [false,true]
RedisStore: another: false
RedisStore: first: "goes on"
ours becomes the writer with another reader: false
RedisStore: acquire: false
RedisStore: release: null
ours is there: [true,1,true]
RedisStore: acquireRead: true
ours has gone: false
RedisStore: acquire: true
ours to write, to read: [false,false,false]
it waits: true
RedisStore: acquireRead: true
ours, in another process, has waited to read
RedisStore: release: null
ours becomes the writer alone: [true,true]
RedisStore: acquireRead: false
RedisStore: acquireRead: true
