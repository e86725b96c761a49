--TEST--
A user with access to the lock's own key alone has shared locks and semaphores that sleep and retry, and phpinfo() says why
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';
require __DIR__ . '/../inc/shares.php';

const WAITER = <<<'PHP'
    [, $address, $kind] = $argv;
    $options = ['server' => $address, 'ttl' => 60.0, 'wait' => 60.0, 'retryInterval' => 0.02];
    $lock = $kind === 'reader' ? new RedisLock('app-k', ...$options, shared: true) : new RedisSemaphore('app-k', 2, ...$options);
    say($kind, $lock->acquire());
    hear();
    $lock->release();
    PHP;

$redis = RedisServer::start();
$redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', '+@all', '~app-*', '&*');
$address = "$redis->address?user=app&pass=p";
$scripts = fn(): int => array_sum(array_intersect_key($redis->commands(), ['eval' => 0, 'evalsha' => 0]));

foreach (['reader' => fn() => writer($redis, key: 'app-k'), 'semaphore' => fn() => semaphore($redis, 2, key: 'app-k', weight: 2)] as $kind => $holder) {
    $holder = $holder();
    $holder->acquire();
    $waiter = PhpChild::start(WAITER, [$address, $kind]);
    $redis->ask('CONFIG', 'RESETSTAT');
    await('attempts', fn() => $scripts() > 6);
    say('it waits', !$waiter->hasSpoken());
    $holder->release();
    echo $waiter->hear(), "\n";
    $waiter->tell('release');
    $waiter->finish();
    say('keys left', $redis->ask('KEYS', '*'));
}

// The refusal is remembered: later acquisitions, of any object, cost one command as before.
$semaphore = fn(string $key = 'app-k') => semaphore($redis, 2, key: $key, server: $address);
$semaphore()->acquire();
$redis->ask('CONFIG', 'RESETSTAT');
$held = $semaphore();
say('held', $held->acquire());
say('commands', $scripts());
$second = $semaphore();
say('permits are counted', [$held->getFree(), $second->acquire(), $second->getFree(), $semaphore()->acquire()]);

ob_start();
phpinfo(INFO_MODULES);
preg_match('/^Waits => .*, by sleep and retry: \d+ \((.*)\)/m', ob_get_clean(), $found);
say('phpinfo', neutral_message($found[1]));

// The lock's own key, and that of the fence, are needed.
echo failure(fn() => $semaphore('another')->acquire()), "\n";
echo failure(fn() => reader($redis, key: 'app-k2', server: $address, fenced: true)->acquire()), "\n";
?>
--EXPECT--
it waits: true
reader: true
keys left: []
it waits: true
semaphore: true
keys left: []
held: true
commands: 1
permits are counted: [1,true,0,false]
phpinfo: "NOPERM this user has no permissions to access one of the keys used as arguments"
RedisLockConnectionException: Cannot acquire semaphore "another" on unix://.../redis.sock: NOPERM this user has no permissions to access one of the keys used as arguments (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)
RedisLockConnectionException: Cannot acquire lock "app-k2" on unix://.../redis.sock: NOPERM this user has no permissions to access one of the keys used as arguments (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)
