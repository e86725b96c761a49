--TEST--
A failure is amphp's SyncException, which names the key; wrong options are an Error at once
--FILE--
<?php
require __DIR__ . '/inc.php';

use Amp\Sync\SyncException;
use RedisLock\Amp\{KeyedMutex, Mutex, Semaphore};

$redis = RedisServer::start();
ini_set('redislock.server', $redis->address);
$try = function (callable $act): void {
    try {
        $act();
        echo "no exception\n";
    } catch (SyncException $exception) {
        echo $exception->getMessage(), $exception->getPrevious() === null ? '' : ' (' . $exception->getPrevious()::class . ')', "\n";
    } catch (Error $error) {
        echo $error::class, "\n";
    }
};

$mutex = new Mutex(fn() => new RedisLock('k', wait: 0.05));
$lock = $mutex->acquire();
$try(fn() => $mutex->acquire());
$redis->ask('DEL', 'k');
$try(fn() => $lock->release());
$try(fn() => $lock->release());
$try(fn() => (new KeyedMutex(fn(string $key) => new RedisLock($key, server: 'redis://127.0.0.1:1')))->acquire('k'));
$try(fn() => new Semaphore(fn() => new RedisSemaphore('s', -1)));
?>
--EXPECTF--
"k" was not acquired in time: another owner holds it
"k" was lost before it was released: its lease was over, or it was deleted
no exception
Cannot acquire lock "k" on redis://127.0.0.1:1: %s (RedisLockConnectionException)
ValueError
