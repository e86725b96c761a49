--TEST--
A lock with autoRelease: false may be known elsewhere: a handler's release during refresh() or isOwned() ends it, an unanswered release has refresh() throw
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

pcntl_async_signals(true);
$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
foreach (['refresh', 'isOwned'] as $method) {
    $lock = new RedisLock('k', server: $proxy->address, autoRelease: false);
    $lock->acquire();
    $lock->$method(); // loads the script
    pcntl_signal(SIGUSR1, function () use ($redis, $lock, $proxy, &$released) {
        $released = RedisLock::restore('k', $GLOBALS['token'], server: $redis->address)->release();
        $proxy->sendKeptReplies();
    });
    $token = $lock->getToken();
    $proxy->on('EVALSHA', 'signal', getmypid());
    say($method, [$lock->$method(), $released, $lock->isHeld(), $redis->ask('EXISTS', 'k')]);
}

// Without a reply: the release of another object may still arrive.
$second = FaultProxy::before($redis);
$warm = new RedisLock('warm', server: $second->address);
$warm->acquire() && $warm->release(); // so that the server's commands are known
$lock = new RedisLock('k', server: $redis->address, autoRelease: false);
$lock->acquire();
$other = RedisLock::restore('k', $lock->getToken(), server: "$second->address?read_timeout=1", autoRelease: false);
$second->always('*', 'keep');
say('unanswered release', get_class(caught(fn() => $other->release())));
say('refresh', get_class(caught(fn() => $lock->refresh())));

function caught(callable $call): ?Throwable
{
    try {
        $call();
    } catch (Throwable $exception) {
        return $exception;
    }
    return null;
}
?>
--EXPECT--
refresh: [false,true,false,0]
isOwned: [false,true,false,0]
unanswered release: "RedisLockConnectionException"
refresh: "RedisLockConnectionException"
