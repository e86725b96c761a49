--TEST--
synchronized() waits for the time of its own parameter wait, or else for the constructor's
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$work = fn() => print "the work ran\n";

$patient = new RedisLock('k', wait: 3600.0, server: $redis->address);
echo thrown(fn() => $patient->synchronized($work, 0)), "\n";
say('waited', $patient->getWaited() < 1800.0);

$impatient = new RedisLock('k', wait: 0.05, server: $redis->address);
echo thrown(fn() => $impatient->synchronized($work)), "\n";
say('waited', $impatient->getWaited() >= 0.05);
echo thrown(fn() => $impatient->synchronized($work, wait: null)), "\n";
echo thrown(fn() => $impatient->synchronized(wait: 0.1, work: $work)), "\n";
say('waited', $impatient->getWaited() >= 0.1);
say('timeouts counted', RedisLock::stats()['timeouts']);
?>
--EXPECTF--
RedisLockTimeoutException: Lock "k" on unix://%s/redis.sock was not acquired within %f seconds: another owner holds it, and its key has no expiry, so it will not get free by itself (if no client needs it, forceRelease() deletes it)
waited: true
RedisLockTimeoutException: Lock "k" on unix://%s/redis.sock was not acquired within %f seconds: another owner holds it, and its key has no expiry, so it will not get free by itself (if no client needs it, forceRelease() deletes it)
waited: true
RedisLockTimeoutException: Lock "k" on unix://%s/redis.sock was not acquired within %f seconds: another owner holds it, and its key has no expiry, so it will not get free by itself (if no client needs it, forceRelease() deletes it)
RedisLockTimeoutException: Lock "k" on unix://%s/redis.sock was not acquired within %f seconds: another owner holds it, and its key has no expiry, so it will not get free by itself (if no client needs it, forceRelease() deletes it)
waited: true
timeouts counted: 4
