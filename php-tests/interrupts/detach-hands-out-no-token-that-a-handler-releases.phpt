--TEST--
While detach() waits for a renewal, a signal handler's release or shorter refresh of the same token gets no reply: detach() throws
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

pcntl_async_signals(true);
$redis = RedisServer::start();
$second = FaultProxy::before($redis);
$warm = new RedisLock('warm', server: $second->address);
$warm->acquire() && $warm->release(); // so that the server's commands are known
foreach (['release', 'refresh'] as $method) {
    $proxy = FaultProxy::before($redis);
    $second->reset();
    $token = "token of $method";
    $lock = new RedisLock("k of $method", ttl: 9.0, autoRenew: true, server: $proxy->address, token: $token);
    $lock->acquire();
    await_renewals(); // the script is known from now on
    $proxy->on('EVALSHA 6', 'hold');
    $proxy->seen();
    await('the next one', fn() => in_array('EVALSHA', $proxy->seenNames(), true));
    $handled = null;
    pcntl_signal(SIGUSR1, function () use ($proxy, $second, $token, $method, &$handled) {
        $second->on('*', 'keep');
        $other = RedisLock::restore("k of $method", $token, server: "$second->address?read_timeout=0.05", autoRelease: false);
        try {
            $method === 'release' ? $other->release() : $other->refresh(0.5);
        } catch (RedisLockConnectionException) {
            $handled = 'no reply';
        }
        $proxy->sendKeptReplies();
    });
    // detach() waits for the reply for three seconds at most.
    exec('(sleep 0.2; kill -USR1 ' . getmypid() . ') </dev/null >/dev/null 2>&1 &');
    try {
        $detached = $lock->detach();
    } catch (RedisLockException $exception) {
        $detached = preg_replace('/^.*(is not handed over: [^:;]*).*$/', '$1', $exception->getMessage());
    }
    say($method, [$handled, $detached]);
}
?>
--EXPECT--
release: ["no reply","is not handed over: a deletion of its token had no answer and may still arrive"]
refresh: ["no reply","is not handed over: a refresh() had no answer and may still arrive, and make its lease shorter"]
