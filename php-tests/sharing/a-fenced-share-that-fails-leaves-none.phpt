--TEST--
An attempt that fails midway, because of a broken counter or a missing permission, leaves no share behind and deletes none
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/shares.php';

const FENCED_READER = <<<'PHP'
    try {
        (new RedisLock('k', 600.0, 600.0, $argv[1], shared: true, fenced: true))->acquire();
    } catch (RedisLockConnectionException $exception) {
        echo str_contains($exception->getMessage(), 'WRONGTYPE') ? "refused\n" : $exception;
    }
    PHP;

$redis = RedisServer::start();
$is_wrong_type = fn(callable $call) => str_contains(thrown($call), 'WRONGTYPE');

// The counter of fencing tokens is of another type.
$redis->ask('RPUSH', '{k}:redislock:fence', 'an element');
$fenced = reader($redis, fenced: true);
say('at a free key', [$is_wrong_type($fenced->acquire(...)), $is_wrong_type($fenced->acquire(...)), $redis->ask('EXISTS', 'k')]);
$other = reader($redis);
say('with a reader', [$other->acquire(), $is_wrong_type($fenced->acquire(...)), array_keys(sharers($redis)) === [member($other)]]);
say('a writer gets in', [$other->release(), ($writer = writer($redis))->acquire()]);
$redis->ask('RENAME', '{k}:redislock:fence', 'broken');
$waiting = PhpChild::start(FENCED_READER, [$redis->address]);
await_queue($redis, 1);
$redis->ask('RENAME', 'broken', '{k}:redislock:fence');
$writer->release();
say('a reader that waited', $waiting->hear());
say('a writer gets in', writer($redis)->acquire());
$redis->ask('FLUSHALL');

// A permission is missing.
/** A user without these commands. */
$without = function (string ...$missing) use ($redis): string {
    $redis->ask('ACL', 'DELUSER', 'app');
    $redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', '~*', '+@all', ...$missing);
    return "$redis->address?user=app&pass=p";
};
$cannot = fn(callable $call) => str_contains(thrown($call), 'RedisLockConnectionException');
$other = reader($redis);
foreach (['-pexpireat', '-zadd'] as $missing) {
    $joins = reader($redis, server: $without($missing));
    say("without $missing", [$other->acquire(), $cannot($joins->acquire(...)), array_keys(sharers($redis)) === [member($other)]]);
    say('the one that is there goes on', [$other->isOwned(), $other->release(), $redis->ask('EXISTS', 'k')]);
    $lock = writer($redis, token: 'mine', server: $without($missing));
    $share = RedisLock::restore('k', 'mine', 600.0, $without($missing), 0.0, autoRelease: false, shared: true);
    say('the lock that is to be a share', [$lock->acquire(), $cannot($share->acquire(...)), $lock->isOwned(), $redis->ask('PTTL', 'k') > 590_000, $lock->release()]);
}
// A release succeeds, although the key's expiry could not be shortened.
$long = reader($redis, server: $without('-pexpireat'), token: 'long');
$redis->ask('ACL', 'SETUSER', 'app', '+pexpireat');
$long->acquire();
$other->acquire();
$redis->ask('ACL', 'SETUSER', 'app', '-pexpireat');
say('a release', [$long->release(), $long->isHeld(), array_keys(sharers($redis)) === [member($other)]]);
?>
--EXPECT--
at a free key: [true,true,0]
with a reader: [true,true,true]
a writer gets in: [true,true]
a reader that waited: "refused"
a writer gets in: true
without -pexpireat: [true,true,true]
the one that is there goes on: [true,true,0]
the lock that is to be a share: [true,true,true,true,true]
without -zadd: [true,true,true]
the one that is there goes on: [true,true,0]
the lock that is to be a share: [true,true,true,true,true]
a release: [true,false,true]
