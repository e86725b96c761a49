--TEST--
A user made by the ACL lines of docs/operations.md may do all that they are for, and each of their commands is used
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/acl.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/replicas.php';

const USER = 'The user and its keys';
const LOCKS = 'Every lock';
const QUEUE = 'The queue';
const SHARES = 'Shared locks';

/**
 * Runs a call with a user of these lines. Reports what it returns, which commands of the last line
 * were not used, and what was refused.
 */
$try = function (string $what, RedisServer $redis, array $uses, callable $call): void {
    $redis->ask('ACL', 'SETUSER', 'app', ...acl_rules(...$uses));
    $redis->ask('ACL', 'LOG', 'RESET');
    $redis->ask('CONFIG', 'RESETSTAT');
    say($what, $call("$redis->address?user=app&pass=secret"));
    preg_match_all('/^cmdstat_([^:]+):/m', $redis->ask('INFO', 'commandstats'), $used);
    say('not used', array_values(array_diff(acl_commands(end($uses)), $used[1])));
    $refused = array_unique(array_map(fn(array $entry) => "$entry[5] $entry[7]", $redis->ask('ACL', 'LOG')));
    sort($refused);
    say('refused', $refused);
};
$redis = RedisServer::start();

$try('locks', $redis, [USER, LOCKS], function (string $server) use ($redis) {
    $lock = new RedisLock('app:k', ttl: 600.0, server: $server, fenced: true, token: 'mine');
    $all = [$lock->acquire(), $lock->acquire(), $lock->refresh(), $lock->refresh(5.0), $lock->isOwned(), $lock->isLocked(), $lock->getHolder()->isOwn];
    $redis->ask('GETEX', 'app:k', 'PERSIST'); // without an expiry a refresh is a PERSIST
    $both = new RedisMultiLock(['app:a', 'app:b'], server: $server, fenced: true);
    array_push($all, $lock->refresh(), $lock->release(), $both->acquire(), $both->refresh(), $both->isOwned(), $both->release(), $lock->acquire(), $lock->forceRelease());
    $redis->ask('HSET', 'app:k', 'another', 'type');
    $all[] = str_contains(thrown(fn() => $lock->synchronized(fn() => true, wait: 0.0)), 'its key holds a hash');
    $redis->ask('UNLINK', 'app:k');
    return $all;
});

/** Awaits a condition, or a refusal, which the log shows. */
$await = fn(string $what, callable $condition) => await($what, fn() => $condition() || $redis->ask('ACL', 'LOG'));
$try('waiters', $redis, [USER, LOCKS, QUEUE], function (string $server) use ($redis, $await) {
    $lock = new RedisLock('app:k', ttl: 600.0, server: $server, fenced: true);
    $lock->acquire();
    $waiters = array_map(fn() => waiter($redis, ['key' => 'app:k'], address: $server), range(1, 3));
    foreach ($waiters as $n => $waiter) {
        $waiter->tell('wait');
        $await('a waiter', fn() => count($redis->seats()) + $redis->info('blocked_clients') === $n + 1);
    }
    $await('a look of the sleeper', fn() => str_contains($redis->ask('INFO', 'commandstats'), 'cmdstat_client|list:'));
    $lock->release();
    $all = owners_of($waiters);
    // No waiter sleeps any more, so offers are left. A script keeps three of them.
    $redis->ask('RPUSH', '{app:k}:redislock:vacant', 1, 2, 1, 2, 1);
    $lock->acquire();
    [$waiter] = $waiters;
    $waiter->tell('wait');
    $await('a waiter', fn() => $redis->seats());
    $lock->release();
    array_push($all, ...owners_of([$waiter]));
    $renewed = new RedisLock('app:k', ttl: 600.0, server: $server, autoRenew: true);
    $renewed->acquire();
    $redis->ask('UNLINK', 'app:k');
    $await('the loss', fn() => !$renewed->isHeld());
    return $all;
});

$try('shares', $redis, [USER, LOCKS, QUEUE, SHARES], function (string $server) {
    $new = fn(mixed ...$options) => new RedisLock(...$options + ['key' => 'app:s', 'ttl' => 600.0, 'wait' => 0.0, 'server' => $server]);
    [$reader, $other, $writer] = [$new(shared: true), $new(shared: true), $new(wait: 0.01)];
    $all = [$reader->acquire(), $other->acquire(), $reader->refresh(), $reader->refresh(5.0), $reader->isOwned(), $reader->getHolder()->isOwn, !$writer->acquire(), $reader->release(), $other->release()];
    // A share becomes the lock, and the lock a share.
    [$share, $lock] = [$new(token: 'mine', shared: true), $new(token: 'mine')];
    array_push($all, $share->acquire(), $lock->acquire());
    $share = RedisLock::restore('app:s', $lock->detach(), server: $server, shared: true);
    array_push($all, $share->acquire(), $share->release());
    $crashed = new RedisSemaphore('app:p', 5, ttl: 0.001, server: $server, weight: 2);
    $permits = new RedisSemaphore('app:p', 5, server: $server, weight: 2);
    $crashed->acquire();
    await('the end of its lease', fn() => !$crashed->isOwned());
    return [...$all, $permits->acquire(), $permits->refresh(3.0), $permits->isOwned(), $permits->getHolders()[0]->isOwn, $permits->getFree() === 3, $permits->release(), $permits->acquire(), $permits->forceRelease() === 1];
});

$try('another database', $redis, [USER, LOCKS, QUEUE, 'A database'], fn(string $server) => (new RedisLock('app:k', server: "$server&db=2"))->synchronized(fn() => true));

[$master, $replica] = master_and_replicas();
$try('replicas', $master, [USER, LOCKS, QUEUE, 'The option `replicas`'], fn(string $server) => (new RedisLock('app:k', server: $server, replicas: 1))->synchronized(fn() => true));
?>
--EXPECT--
locks: [true,true,true,true,true,true,true,true,true,true,true,true,true,true,true,true]
not used: []
refused: []
waiters: [0,1,2,0]
not used: []
refused: []
shares: [true,true,true,true,true,true,true,true,true,true,true,true,true,true,true,true,true,true,true,true,true]
not used: []
refused: []
another database: true
not used: []
refused: []
replicas: true
not used: []
refused: []