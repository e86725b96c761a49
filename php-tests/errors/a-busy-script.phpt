--TEST--
While the server is busy with a script, calls throw Redis's own message, and the next call works after the script's end
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start(['busy-reply-threshold' => '100']);
$lock = new RedisLock('k', ttl: 600.0, server: "$redis->address?read_timeout=20");
$lock->acquire();
$busy = $redis->connect();
$busy->send('EVAL', 'while true do end', '0');
$isBusy = function () use ($redis) {
    try {
        $redis->ask('GET', 'k');
        return false;
    } catch (RuntimeException $exception) {
        return str_contains($exception->getMessage(), 'BUSY');
    }
};
await('the server to be busy', $isBusy);
echo preg_replace('/busy running a script.*/', 'busy running a script', failure(fn() => $lock->refresh())), "\n";
echo preg_replace('/busy running a script.*/', 'busy running a script', failure(fn() => $lock->release())), "\n";
say('held', $lock->isHeld());
$redis->ask('SCRIPT', 'KILL');
await('the end of the script', fn() => !$isBusy());
say('released once it is done', $lock->release());
?>
--EXPECT--
RedisLockConnectionException: Cannot refresh lock "k" on unix://.../redis.sock: BUSY Redis is busy running a script
RedisLockConnectionException: Cannot release lock "k" on unix://.../redis.sock: BUSY Redis is busy running a script
held: true
released once it is done: true
