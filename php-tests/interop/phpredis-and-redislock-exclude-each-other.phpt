--TEST--
A lock by phpredis (SET NX PX and a Lua release) and RedisLock exclude each other, and neither frees the other's lock
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('phpredis'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/needs.php';

$redis = RedisServer::start();
$phpredis = PhpChild::start(<<<'PHP'
    require $argv[2];
    $redis = new Redis();
    $redis->connect($argv[1]);
    $lock = new PhpredisLock($redis, 'k');
    while (($command = hear()) !== '') {
        say("phpredis: $command", match ($command) {
            'acquire' => $lock->acquire(60_000),
            'acquire for a moment' => $lock->acquire(300),
            'release' => $lock->release(),
        });
    }
    PHP, [$redis->socket, __DIR__ . '/../inc/phpredis-lock.php'], extensions: phpredis());
$phpredis_does = function (string $command) use ($phpredis): void {
    $phpredis->tell($command);
    echo $phpredis->hear(), "\n";
};
$lock = new RedisLock('k', wait: 60.0, server: $redis->address);

$phpredis_does('acquire');
say('tryAcquire', $lock->tryAcquire());
say('locked, owned, released', [$lock->isLocked(), $lock->isOwned(), $lock->release()]);
$phpredis_does('release');

say('acquire', $lock->acquire());
$phpredis_does('acquire');
$phpredis_does('release');
say('owned', $lock->isOwned());
say('release', $lock->release());

$phpredis_does('acquire for a moment');
say('acquire, once it has expired', $lock->acquire());
$phpredis_does('release');
say('owned', $lock->isOwned());
$lock->release();
$phpredis_does('acquire');
$phpredis_does('release');
echo $phpredis->finish();
?>
--EXPECT--
phpredis: acquire: true
tryAcquire: false
locked, owned, released: [true,false,false]
phpredis: release: true
acquire: true
phpredis: acquire: false
phpredis: release: false
owned: true
release: true
phpredis: acquire for a moment: true
acquire, once it has expired: true
phpredis: release: false
owned: true
phpredis: acquire: true
phpredis: release: true
