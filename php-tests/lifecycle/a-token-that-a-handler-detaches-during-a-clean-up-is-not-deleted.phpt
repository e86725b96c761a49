--TEST--
While a lock deletes orphaned keys, a signal handler can detach() their tokens, except the one whose deletion is pending
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
pcntl_async_signals(true);

foreach ([false, true] as $shared) {
    $redis = RedisServer::start();
    $proxy = FaultProxy::before($redis);
    $options = ['ttl' => 2.0, 'autoRenew' => true, 'server' => "$proxy->address?read_timeout=20", 'shared' => $shared];
    [$one, $other] = $locks = [new RedisLock('one', ...$options), new RedisLock('other', ...$options)];
    say('acquired', [$one->acquire(), $other->acquire()]);
    $lost = RedisLock::stats()['lost'];
    $proxy->always('*', 'refuse');
    await('the losses', fn() => RedisLock::stats()['lost'] === $lost + 2);
    say('refreshed', [$one->refresh(), $other->refresh()]); // and their tokens are left to be deleted
    $proxy->reset();
    $restored = null;
    pcntl_signal(SIGUSR1, function () use ($one, $other, $redis, $proxy, $shared, &$restored) {
        if ($restored === null) {
            echo preg_replace('/.* is not handed/', 'not handed', thrown(fn() => $one->detach())), "\n";
            $restored = RedisLock::restore('other', $other->detach(), 60.0, $redis->address, shared: $shared);
            say('taken over', $restored->acquire(0.0));
        }
        $proxy->sendKeptReplies();
    });
    foreach (['EVAL', 'EVALSHA', 'DELEX', 'DELIFEQ'] as $command) {
        $proxy->on($command, 'signal', getmypid());
    }
    say('a third lock', (new RedisLock('third', server: $options['server']))->acquire(0.0));
    say('held and owned', [$restored->isHeld(), $restored->isOwned()]);
    say('another owner acquires', (new RedisLock('other', server: $redis->address))->acquire(0.0));
    $restored->release();
}
?>
--EXPECT--
acquired: [true,true]
refreshed: [false,false]
not handed over: a deletion of its token had no answer and may still arrive; acquire it again
taken over: true
a third lock: true
held and owned: [true,true]
another owner acquires: false
acquired: [true,true]
refreshed: [false,false]
not handed over: a deletion of its token had no answer and may still arrive; acquire it again
taken over: true
a third lock: true
held and owned: [true,true]
another owner acquires: false
