--TEST--
Symfony's RedisStore over phpredis and this store: each excludes the other and frees nothing of it; also read locks, which here are exclusive
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
    $lock = $factory->createLock('k');
    while (($command = hear()) !== '') {
        $lock = $command === 'another' ? $factory->createLock('k') : $lock;
        say("RedisStore: $command", match ($command) {
            'acquire', 'another' => $lock->acquire(),
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
await('that it waits', fn() => $redis->ask('EXISTS', 'k:redislock:head', '{k}:redislock:head') === 1);
$symfony_does('release');
echo $waiting->hear(), "\n";
$waiting->finish();
$redis->ask('DEL', 'k');

$symfony_does('acquireRead');
say('ours beside a reader', [$lock->acquire(), $lock->acquireRead()]);
$symfony_does('release');

say('ours, to read', $lock->acquireRead());
say('another one, to read', $factory->createLock('k')->acquireRead());
$symfony_does('acquireRead');
$lock->release();
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
ours beside a reader: [false,false]
RedisStore: release: null
ours, to read: true
another one, to read: false
RedisStore: acquireRead: false
RedisStore: acquireRead: true
