--TEST--
If a signal handler releases the same token while acquire() leaves the queue, acquire() has not got the lock; without a reply it throws
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

pcntl_async_signals(true);
$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$second = FaultProxy::before($redis);
(new RedisLock('another', server: "$second->address?read_timeout=1"))->isLocked();
foreach (['with a reply', 'without'] as $reply) {
    $redis->ask('FLUSHALL');
    $proxy->reset();
    // A crashed elder keeps the waiter from the lock until its last attempt, which comes without a step of the queue.
    [$seconds, $microseconds] = $redis->ask('TIME');
    $redis->ask('SET', '{k}:redislock:seat1', sprintf('%d:0:1000:crashed', ($seconds - 1) * 1_000_000 + $microseconds), 'PX', 12_000);
    $redis->ask('SET', 'k', 'another-client', 'PX', 60_000);
    $released = [];
    pcntl_signal(SIGUSR1, function () use ($redis, $proxy, $second, $reply, &$released) {
        if ($released === []) {
            $reply === 'without' && $second->on('*', 'hang');
            try {
                $released[] = $redis->ask('GET', 'k') === 'the token' && RedisLock::restore('k', 'the token', server: "$second->address?read_timeout=1")->release();
            } catch (RedisLockConnectionException) {
                $released[] = 'no reply';
            }
        }
        $proxy->sendKeptReplies();
    });
    foreach (['EVALSHA 12', 'EVAL 12'] as $leave) {
        $proxy->on($leave, 'signal', getmypid());
    }
    // The key is deleted once the waiter has a seat, long before its last attempt.
    $deleter = PhpChild::start('
        $client = new RespClient($argv[1]);
        await("a waiter", fn() => $client->ask("EXISTS", "{k}:redislock:seat2") === 1);
        $client->ask("DEL", "k");
    ', [$redis->address]);
    $lock = new RedisLock('k', ttl: 30.0, wait: 1.0, server: $proxy->address, token: 'the token');
    try {
        $acquired = $lock->acquire();
    } catch (RedisLockConnectionException $exception) {
        $acquired = str_contains($exception->getMessage(), 'had no answer and may still arrive');
        $acquired = $acquired ? 'it may still arrive' : $exception->getMessage();
    }
    say("$reply: released by the handler", $released);
    say('  acquired, held', [$acquired, $lock->isHeld()]);
    $deleter->finish();
}
?>
--EXPECT--
with a reply: released by the handler: [true]
  acquired, held: [false,false]
without: released by the handler: ["no reply"]
  acquired, held: ["it may still arrive",false]
