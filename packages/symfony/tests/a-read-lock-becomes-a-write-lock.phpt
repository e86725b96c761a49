--TEST--
acquire() turns the only read lock into a write lock, and acquireRead() turns a write lock into a read lock, each in one step
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;

const READER = <<<'PHP'
    $lock = (new Symfony\Component\Lock\LockFactory(new RedisLock\Symfony\RedisLockStore($argv[1], maxWait: 60.0)))->createLock('k');
    say('another one reads', $lock->acquireRead());
    hear();
    say('it is to write', $lock->acquire(true));
    hear();
    $lock->release();
    PHP;

$redis = RedisServer::start();
$monitor = Monitor::of($redis);
foreach (['not renewed' => false, 'renewed' => true] as $how => $autoRenew) {
    echo "$how:\n";
    $store = new RedisLockStore($redis->address, lease: $autoRenew ? 6.0 : null, autoRenew: $autoRenew, maxWait: 0.25, abortOnLoss: $autoRenew);
    $factory = new LockFactory($store);
    [$one, $two] = [$factory->createLock('k', null), $factory->createLock('k', null)];
    $one->acquireRead();
    $two->acquireRead();
    $member = fn() => $redis->ask('ZRANGE', 'k', 0, -1)[0];
    say('with another reader', [$one->acquire(), $one->isAcquired(), $autoRenew === ($one->getRemainingLifetime() === null)]);
    say('also at the end of max_wait', [classes(fn() => $one->acquire(true)), $one->isAcquired(), $redis->ask('ZCARD', 'k')]);
    $two->release();
    $reads = $member();

    $monitor->seen('//');
    say('alone', $one->acquire());
    // The lock is not released in between. SET has not changed it, because the key exists.
    $commands = array_map(fn(string $line) => explode('"', $line)[1], $monitor->seen('/^(?!.* lua\]).*"(SET|EVALSHA|EVAL|ZREM|DEL)"/'));
    if ($autoRenew) { // renewals may come before and between
        $commands = array_unique(array_diff($commands, ['EVAL']));
        rsort($commands);
    }
    say('commands', $commands);
    say('the token is the same', $reads === '1:' . $redis->ask('GET', 'k'));
    say('no other client reads', [$two->acquireRead(), $one->isAcquired()]);
    say('once more', $one->acquire());

    say('it reads again', [$one->acquireRead(), $one->isAcquired(), $reads === $member()]);
    say('so may others', [$two->acquireRead(), $redis->ask('ZCARD', 'k')]);
    $begin = now();
    await('a lease', fn() => !$autoRenew || now() - $begin > 7.0);
    say('both are there', [$one->isAcquired(), $two->isAcquired(), $autoRenew || $redis->ask('PTTL', 'k') > 290_000]);
    $two->release();
    $one->acquire();
    $begin = now();
    await('a lease', fn() => !$autoRenew || now() - $begin > 7.0);
    say('a writer is there', [$one->isAcquired(), $redis->ask('TYPE', 'k')]);
    $one->release();
    say('released', $redis->ask('EXISTS', 'k'));

    // The upgrade waits until this is the only reader.
    $other = child(READER, [$redis->address]);
    echo $other->hear(), "\n";
    $one->acquireRead();
    $other->tell('write');
    await('attempts', fn() => count($monitor->seen('/"SET" "k"/')) > 0);
    $one->release();
    echo $other->hear(), "\n";
    say('and does', [$redis->ask('TYPE', 'k'), $one->acquireRead()]);
    $other->tell('release');
    $other->finish();

}
// With abort_on_loss none of these calls has thrown.
say('lost', RedisLock::stats()['lost']);
$lock = (new LockFactory(new RedisLockStore($redis->address)))->createLock('k');
$lock->acquireRead();
$redis->ask('DEL', 'k');
$redis->ask('SET', 'k', 'of another client');
say('of a share that is lost nothing becomes anything', [$lock->acquire(), $lock->isAcquired(), $redis->ask('GETDEL', 'k')]);

echo "No answer:\n";
foreach (['lose' => 'it was done', 'refuse' => 'it was not'] as $fault => $what) {
    foreach (['to write' => ['saveRead', 'save'], 'to read' => ['save', 'saveRead']] as $to => [$first, $second]) {
        $proxy = FaultProxy::before($redis);
        $store = new RedisLockStore("$proxy->address?read_timeout=1");
        $store->$first($key = new Key('k'));
        $proxy->always('EVALSHA', $fault);
        $exception = classes(fn() => $store->$second($key));
        $proxy->reset();
        say("$what, $to", [end($exception), $store->exists($key), saved($store, new Key('k'))]);
        $store->delete($key);
        say('released', $redis->ask('EXISTS', 'k'));
    }
}
// Until a call asks the server, nothing is renewed, and the Key's lifetime says so.
$proxy = FaultProxy::before($redis);
$store = new RedisLockStore("$proxy->address?read_timeout=1", lease: 30.0, autoRenew: true);
$store->saveRead($key = new Key('k'));
say('renewed: it has no end', $key->getRemainingLifetime());
$proxy->always('EVALSHA', 'refuse')->always('EVAL', 'refuse');
$exception = classes(fn() => $store->save($key));
$proxy->reset();
say('not renewed: it has one', [end($exception), $key->getRemainingLifetime() > 0.0, $key->getRemainingLifetime() <= 30.0]);
say('renewed again', [$store->exists($key), $key->getRemainingLifetime()]);
$store->delete($key);
// The server refuses the change, because another client reads, and the next call gets no reply.
$store->saveRead($key = new Key('k'));
$other = new RedisLockStore($redis->address);
$other->saveRead($another = new Key('k'));
say('with another reader', saved($store, $key)); // the server has the scripts now
$proxy->on('EVALSHA', 'pass')->always('EVALSHA', 'lose')->always('EVAL', 'lose');
$exception = classes(fn() => $store->save($key));
$proxy->reset();
say('not renewed: it has an end', [end($exception), $key->getRemainingLifetime() > 0.0, $key->getRemainingLifetime() <= 30.0]);
say('renewed again', [$store->exists($key), $key->getRemainingLifetime()]);
?>
--EXPECT--
not renewed:
with another reader: [false,true,true]
also at the end of max_wait: [["Symfony\\Component\\Lock\\Exception\\LockConflictedException"],true,2]
alone: true
commands: ["SET","EVALSHA","EVALSHA"]
the token is the same: true
no other client reads: [false,true]
once more: true
it reads again: [true,true,true]
so may others: [true,2]
both are there: [true,true,true]
a writer is there: [true,"string"]
released: 0
another one reads: true
it is to write: true
and does: ["string",false]
renewed:
with another reader: [false,true,true]
also at the end of max_wait: [["Symfony\\Component\\Lock\\Exception\\LockConflictedException"],true,2]
alone: true
commands: ["SET","EVALSHA"]
the token is the same: true
no other client reads: [false,true]
once more: true
it reads again: [true,true,true]
so may others: [true,2]
both are there: [true,true,true]
a writer is there: [true,"string"]
released: 0
another one reads: true
it is to write: true
and does: ["string",false]
lost: 0
of a share that is lost nothing becomes anything: [false,false,"of another client"]
No answer:
it was done, to write: ["RedisLockConnectionException",true,"conflict"]
released: 0
it was done, to read: ["RedisLockConnectionException",true,"conflict"]
released: 0
it was not, to write: ["RedisLockConnectionException",true,"conflict"]
released: 0
it was not, to read: ["RedisLockConnectionException",true,"conflict"]
released: 0
renewed: it has no end: null
not renewed: it has one: ["RedisLockConnectionException",true,true]
renewed again: [true,null]
with another reader: "conflict"
not renewed: it has an end: ["RedisLockConnectionException",true,true]
renewed again: [true,null]
