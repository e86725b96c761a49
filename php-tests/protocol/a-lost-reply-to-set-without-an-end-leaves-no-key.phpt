--TEST--
If the reply to SET never arrives, the call throws, and the next command deletes the key
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$server = "$proxy->address?read_timeout=1";
$contacts = [
    'acquire of the same' => fn(RedisLock $lock) => $lock->acquire(0.0),
    'isLocked of the same' => fn(RedisLock $lock) => $lock->isLocked(),
    'acquire of another key' => fn() => (new RedisLock('another', server: $server))->acquire(),
    'release of another key' => fn() => RedisLock::restore('another', 'token', server: $server)->release(),
];
foreach ($contacts as $what => $contact) {
    $lock = new RedisLock('k', ttl: 600.0, server: $server);
    $proxy->on('SET', 'hang');
    $before = now();
    echo strtok(thrown(fn() => $lock->acquire()), ':'), "\n";
    // The bound is for a machine that is busy; without one it would not end at all.
    say('within the read timeout', now() - $before >= 1.0 && now() - $before < 20.0);
    say('the server has it', $redis->ask('EXISTS', 'k'));
    say('held', $lock->isHeld());
    $orphan = $redis->ask('GET', 'k');
    say($what, $contact($lock));
    say('the orphaned token is gone', $redis->ask('GET', 'k') !== $orphan);
    unset($lock);
    say('key', $redis->ask('EXISTS', 'k'));
}
?>
--EXPECT--
RedisLockConnectionException
within the read timeout: true
the server has it: 1
held: false
acquire of the same: true
the orphaned token is gone: true
key: 0
RedisLockConnectionException
within the read timeout: true
the server has it: 1
held: false
isLocked of the same: false
the orphaned token is gone: true
key: 0
RedisLockConnectionException
within the read timeout: true
the server has it: 1
held: false
acquire of another key: true
the orphaned token is gone: true
key: 0
RedisLockConnectionException
within the read timeout: true
the server has it: 1
held: false
release of another key: false
the orphaned token is gone: true
key: 0
