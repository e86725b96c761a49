--TEST--
If a server does not report its commands, the release has not been sent, so a token that is missing later was lost
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
foreach (['still there' => true, 'taken meanwhile' => false] as $what => $isOurs) {
    $key = "k: $what"; // if the same key is acquired again at once, a release may check for waiters, by a script
    $lock = new RedisLock($key, ttl: 600.0, server: "$proxy->address?read_timeout=2");
    $lock->acquire();
    $proxy->on('EXISTS', 'refuse');
    say('locked', $lock->isLocked()); // over a new connection, on which it has not said
    $proxy->seen();
    $proxy->on('COMMAND', 'hang');
    say($what, failure($lock->release(...)));
    say('  held', $lock->isHeld());
    say('  a release was sent', $proxy->seenNames() !== ['COMMAND']);
    $isOurs || $redis->ask('SET', $key, 'another-client');
    say('  released', $lock->release());
}
?>
--EXPECT--
locked: true
still there: "RedisLockConnectionException: Cannot release lock \"k: still there\" on unix://.../proxy: no reply within the read timeout; nothing was executed (is the server overloaded, or redislock.read_timeout too short?)"
  held: true
  a release was sent: false
  released: true
locked: true
taken meanwhile: "RedisLockConnectionException: Cannot release lock \"k: taken meanwhile\" on unix://.../proxy: no reply within the read timeout; nothing was executed (is the server overloaded, or redislock.read_timeout too short?)"
  held: true
  a release was sent: false
  released: false
