--TEST--
Shared locks and semaphores work with exactly the commands and keys that docs/operations.md names; a missing one leaves nothing behind
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';
require __DIR__ . '/../inc/shares.php';

// The table of docs/operations.md: its rows by what they are for.
preg_match_all('/^\| (.+?) \| (.+?) \| (.+?) \|$/m', file_get_contents(__DIR__ . '/../../docs/operations.md'), $rows, PREG_SET_ORDER);
$needed = [];
foreach ($rows as [, $for, $commands]) {
    foreach (['every lock', 'waiting in the queue', '`shared`'] as $row) {
        if (str_starts_with($for, $row)) {
            preg_match_all('/`([A-Z]+(?: [A-Z]+)?)`/', $commands, $found);
            $needed[$row] = array_map(fn($command) => '+' . strtr(strtolower($command), ' ', '|'), $found[1]);
        }
    }
}
say('rows', array_keys($needed));
$redis = RedisServer::start();
/** Returns the methods that fail with these permissions. */
$refused = function (array $commands, array $keys = ['~k', '~{k}:redislock:*']) use ($redis): array {
    $redis->ask('FLUSHALL');
    $redis->ask('ACL', 'DELUSER', 'app');
    $redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', ...$keys, ...$commands);
    $options = ['server' => "$redis->address?user=app&pass=p"];
    $other = semaphore($redis, 5, weight: 2);
    $refused = [];
    foreach (['reader' => reader($redis, ...$options), 'semaphore' => semaphore($redis, 5, ...$options, weight: 2)] as $kind => $lock) {
        $crashed = semaphore($redis, 5, ttl: 0.001, weight: 2);
        $other->acquire();
        $crashed->acquire();
        foreach (['acquire', 'acquire', 'refresh', 'shorten', 'isOwned', 'getHolder', 'getHolders', 'getFree', 'more', 'release', 'forceRelease'] as $call) {
            try {
                match ($call) {
                    'shorten' => $lock->refresh(100.0),
                    'more' => semaphore($redis, 5, ...$options, weight: 5)->acquire(0.01),
                    default => method_exists($lock, $call) && $lock->$call(),
                };
            } catch (RedisLockConnectionException) {
                $refused[] = "$kind $call";
            }
        }
        $redis->ask('DEL', 'k');
    }
    return $refused;
};
$all = [...$needed['every lock'], ...$needed['`shared`']];
say('with all of them, without the queue', $refused($all));
say('with the queue', $refused([...$all, ...$needed['waiting in the queue']]));
say('without the helper keys', $refused($all, ['~k']));
$shared = array_diff($needed['`shared`'], ['+type', '+lrange', '+zscore']); // the order of waiters, and caller-supplied tokens, need these
say('each of them is needed', array_values(array_filter($shared, fn($command) => $refused(array_diff($all, [$command])) === [])));

// A missing permission leaves nothing behind.
foreach (['-pexpireat', '-zadd'] as $missing) {
    $redis->ask('FLUSHALL');
    $redis->ask('ACL', 'DELUSER', 'app');
    $redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', '~*', '+@all', $missing);
    $lock = semaphore($redis, 5, server: "$redis->address?user=app&pass=p", weight: 2);
    say("$missing: " . failure(fn() => $lock->acquire()), $redis->ask('KEYS', 'k'));
}
?>
--EXPECT--
rows: ["every lock","waiting in the queue","`shared`"]
with all of them, without the queue: []
with the queue: []
without the helper keys: []
each of them is needed: []
-pexpireat: RedisLockConnectionException: Cannot acquire semaphore "k" on unix://.../redis.sock: ERR The user executing the script can't run this command or subcommand: []
-zadd: RedisLockConnectionException: Cannot acquire semaphore "k" on unix://.../redis.sock: ERR The user executing the script can't run this command or subcommand: []
