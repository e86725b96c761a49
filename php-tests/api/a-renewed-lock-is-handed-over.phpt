--TEST--
detach() on a renewed lock ends its renewal; another process takes it over, releases it, and keeps it from its ttl
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
// A web request begins the job.
$request = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('job', ttl: 6.0, server: $argv[1], autoRenew: true);
    $lock->acquire();
    await('a renewal', fn() => RedisLock::stats()['renewed'] > 0);
    $lock->refresh(600.0);
    $token = $lock->detach();
    echo $token, "\n";
    say('held here', $lock->isHeld());
    // The process lives on like a worker of a web server, and renews no more, because a renewal would shorten the lease.
    hear();
    $renewed = RedisLock::stats()['renewed'];
    usleep(3_000_000);
    say('renewed no more', RedisLock::stats()['renewed'] === $renewed);
    say('released here', $lock->release());
    unset($lock);
    PHP, [$redis->address]);
$token = $request->hear();
echo $request->hear(), "\n";
$request->tell('wait');
echo $request->finish();
say('key', $redis->ask('GET', 'job') === $token && $redis->ask('PTTL', 'job') > 100_000);

// A worker of a queue ends it, and may end in any way meanwhile.
$worker = PhpChild::start(<<<'PHP'
    $lock = RedisLock::restore('job', $argv[2], ttl: 60.0, server: $argv[1]);
    say('owned', $lock->isOwned());
    say('held', $lock->isHeld());
    say('the only one', (new RedisLock('job', server: $argv[1]))->tryAcquire());
    say('released', $lock->release());
    say('key', $lock->isLocked());
    PHP, [$redis->address, $token]);
echo $worker->finish();
say('key', $redis->ask('EXISTS', 'job'));
?>
--EXPECT--
held here: false
renewed no more: true
released here: false
key: true
owned: true
held: true
the only one: false
released: true
key: false
key: 0
