--TEST--
If the release at the end of synchronized() is refused, or a handler's exception ends it, the lock is held no more, and the next contact releases it
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$options = ['ttl' => 600.0, 'server' => "$redis->address?read_timeout=60"];
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn() => throw new DomainException('of the handler'));
$works = [
    'refused' => [
        fn() => $redis->ask('ACL', 'SETUSER', 'default', '-eval', '-evalsha'),
        fn() => $redis->ask('ACL', 'SETUSER', 'default', '+@all'),
    ],
    'ended by a handler' => [
        function () use ($redis): void {
            $redis->suspend();
            pcntl_alarm(1);
        },
        $redis->resume(...),
    ],
];
foreach ($works as $what => [$begin, $end]) {
    foreach (['a lock' => fn() => new RedisLock('k', ...$options), 'permits' => fn() => new RedisSemaphore('k', 2, ...$options), 'several keys' => fn() => new RedisMultiLock(['k', 'l'], ...$options)] as $of => $new) {
        $redis->ask('CLIENT', 'KILL', 'TYPE', 'normal'); // a new connection asks for the server's commands before its first release
        $lock = $new();
        $thrown = thrown(fn() => $lock->synchronized(function () use ($begin): int {
            $begin();
            return 7;
        }));
        say("$what, $of: it", $thrown);
        say("$what, $of: held", $lock->isHeld());
        $end();
        (new RedisLock('another', server: $options['server']))->tryAcquire();
        await('the release', fn() => $redis->ask('EXISTS', 'k', 'l') === 0);
        say("$what, $of: release()", $lock->release());
    }
}
// Another owner may know the token, so only its object may release the lock.
$lock = new RedisLock('k', ...$options, token: 'given');
$lock->synchronized($works['refused'][0]);
$works['refused'][1]();
(new RedisLock('another', server: $options['server']))->tryAcquire();
say('a given token: held, there', [$lock->isHeld(), $redis->ask('EXISTS', 'k')]);
say('a given token: release()', [$lock->release(), $redis->ask('EXISTS', 'k')]);
// Also if the object is not to release it, and its token may have been read.
$lock = new RedisLock('k', ...$options, autoRelease: false);
$lock->synchronized($works['refused'][0]);
$works['refused'][1]();
$taken = RedisLock::restore('k', $lock->getToken(), server: $options['server']);
$isTaken = $taken->acquire();
(new RedisLock('another', server: $options['server']))->tryAcquire();
say('a token that was read: another object has acquired it, the key is there', [$isTaken, $redis->ask('EXISTS', 'k')]);
$redis->ask('FLUSHALL');
// The lease has ended, so the release is no cause of what is found.
$lock = new RedisLock('k', ttl: 1.0, server: $options['server']);
say('a lease that has ended', strstr(thrown(fn() => $lock->synchronized(function () use ($redis, $lock, $works): void {
    await('the end of the lease', fn() => !$lock->isHeld() && $redis->ask('EXISTS', 'k') === 0);
    $redis->ask('SET', 'k', 'another client');
    $works['refused'][0]();
})), ':', true));
$works['refused'][1]();
say('a lease that has ended: release()', $lock->release());
?>
--EXPECT--
refused, a lock: it: "nothing thrown, returned 7"
refused, a lock: held: false
refused, a lock: release(): true
refused, permits: it: "nothing thrown, returned 7"
refused, permits: held: false
refused, permits: release(): true
refused, several keys: it: "nothing thrown, returned 7"
refused, several keys: held: false
refused, several keys: release(): true
ended by a handler, a lock: it: "DomainException: of the handler"
ended by a handler, a lock: held: false
ended by a handler, a lock: release(): true
ended by a handler, permits: it: "DomainException: of the handler"
ended by a handler, permits: held: false
ended by a handler, permits: release(): true
ended by a handler, several keys: it: "DomainException: of the handler"
ended by a handler, several keys: held: false
ended by a handler, several keys: release(): true
a given token: held, there: [false,1]
a given token: release(): [true,0]
a token that was read: another object has acquired it, the key is there: [true,1]
a lease that has ended: "RedisLockLostException"
a lease that has ended: release(): false
