--TEST--
If the release of a lock has no reply, or a signal handler throws in it, the next call for its Key ends it, whatever kind that asks for
--SKIPIF--
<?php require __DIR__ . '/../../../php-tests/inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn() => throw new DomainException());
foreach ([['saveRead', 'save'], ['save', 'saveRead'], ['save', 'save']] as [$first, $second]) {
    $store = new RedisLockStore("$proxy->address?read_timeout=1");
    $store->$first($key = new Key('k'));
    $proxy->on('*', 'hang');
    say("$first, then $second: release", classes(fn() => $store->delete($key)));
    $proxy->reset();
    say('  exists', $store->exists($key));
    $store->$second($key);
    say('  the next call', $store->exists($key));

    $patient = new RedisLockStore("$proxy->address?read_timeout=60");
    $store->delete($key);
    $patient->$first($key = new Key('k'));
    $proxy->on('*', 'signal', getmypid());
    say('  interrupted', classes(fn() => $patient->delete($key)));
    $proxy->sendKeptReplies();
    $proxy->reset();
    $patient->$second($key);
    say('  the next call', $patient->exists($key));
    $patient->delete($key);
    say('  left', $redis->ask('EXISTS', 'k'));
}
?>
--EXPECT--
saveRead, then save: release: ["Symfony\\Component\\Lock\\Exception\\LockReleasingException","RedisLockConnectionException"]
  exists: false
  the next call: true
  interrupted: ["DomainException"]
  the next call: true
  left: 0
save, then saveRead: release: ["Symfony\\Component\\Lock\\Exception\\LockReleasingException","RedisLockConnectionException"]
  exists: false
  the next call: true
  interrupted: ["DomainException"]
  the next call: true
  left: 0
save, then save: release: ["Symfony\\Component\\Lock\\Exception\\LockReleasingException","RedisLockConnectionException"]
  exists: false
  the next call: true
  interrupted: ["DomainException"]
  the next call: true
  left: 0
