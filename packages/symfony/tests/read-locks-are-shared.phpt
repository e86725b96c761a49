--TEST--
acquireRead() admits any number of readers or one writer, renewed or not; a waiting writer precedes later readers
--SKIPIF--
<?php require __DIR__ . '/../../../php-tests/inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;

const OTHER = <<<'PHP'
    $lock = (new Symfony\Component\Lock\LockFactory(new RedisLock\Symfony\RedisLockStore($argv[1])))->createLock('k');
    hear();
    say($argv[2], $argv[2] === 'a writer' ? $lock->acquire(true) : $lock->acquireRead(true));
    hear();
    $lock->release();
    PHP;

$redis = RedisServer::start();
foreach (['not renewed' => false, 'renewed' => true] as $how => $autoRenew) {
    echo "$how:\n";
    $redis->ask('FLUSHALL'); // the keys of a queue outlive a wait for a moment
    $factory = new LockFactory(new RedisLockStore($redis->address, lease: $autoRenew ? 8.0 : null, autoRenew: $autoRenew));
    [$one, $two, $writer] = [$factory->createLock('k'), $factory->createLock('k'), $factory->createLock('k')];
    say('two read', [$one->acquireRead(), $two->acquireRead(), $redis->ask('ZCARD', 'k')]);
    say('no client writes', $writer->acquire());
    if ($autoRenew) {
        $begin = now();
        await('a lease', fn() => now() - $begin > 9.0);
    }
    say('both are there', [$one->isAcquired(), $two->isAcquired(), $one->isExpired(), $one->getRemainingLifetime() > 290]);
    $one->refresh(1000.0);
    say('a refresh', $autoRenew ? $redis->ask('PTTL', 'k') <= 8001 : $redis->ask('PTTL', 'k') > 990_000);
    echo in_child(fn() => say('a forked child', $one->isAcquired()));
    $one->release();
    say('one has gone', [$one->isAcquired(), $two->isAcquired(), $redis->ask('ZCARD', 'k'), $writer->acquire()]);
    $two->release();
    say('and the other', [$redis->ask('EXISTS', 'k'), $writer->acquire(), $one->acquireRead()]);
    $writer->release();

    // A waiting writer goes before readers that come later.
    $one->acquireRead();
    $writes = child(OTHER, [$redis->address, 'a writer']);
    $writes->tell('go');
    await('the writer waits', fn() => count($redis->seats()) === 1);
    say('another reader', $two->acquireRead());
    $one->release();
    echo $writes->hear(), "\n";
    $readers = [];
    foreach (['a reader', 'a third one'] as $n => $name) {
        $readers[] = $reader = child(OTHER, [$redis->address, $name]);
        $reader->tell('go');
        await("$name waits", fn() => count($redis->seats()) === $n + 1);
    }
    say('they wait', !$readers[0]->hasSpoken() && !$readers[1]->hasSpoken());
    $writes->tell('release');
    echo $readers[0]->hear(), "\n", $readers[1]->hear(), "\n"; // together
    $readers[0]->tell('release');
    $readers[1]->tell('release');
    array_map(fn(PhpChild $child) => $child->finish(), [$writes, ...$readers]);
}

echo "A Key in another process:\n";
$store = new RedisLockStore($redis->address);
$store->saveRead($key = new Key('k'));
$store->saveRead($mine = new Key('k'));
echo child(<<<'PHP'
    $lock = (new Symfony\Component\Lock\LockFactory(new RedisLock\Symfony\RedisLockStore($argv[1])))->createLockFromKey(unserialize(base64_decode($argv[2])), 900.0);
    say('reads', [$lock->isAcquired(), $lock->acquireRead()]);
    $lock->release();
    PHP, [$redis->address, base64_encode(serialize($key))])->finish();
say('it has released its own', [$store->exists($key), $store->exists($mine), $redis->ask('ZCARD', 'k')]);
$store->delete($mine);

$store->save(new Key('k'));
say('at the end of max_wait', classes(fn() => (new RedisLockStore($redis->address, maxWait: 0.05))->waitAndSaveRead(new Key('k'))));
?>
--EXPECT--
not renewed:
two read: [true,true,2]
no client writes: false
both are there: [true,true,false,true]
a refresh: true
a forked child: false
one has gone: [false,true,1,false]
and the other: [0,true,false]
another reader: false
a writer: true
they wait: true
a reader: true
a third one: true
renewed:
two read: [true,true,2]
no client writes: false
both are there: [true,true,false,false]
a refresh: true
a forked child: false
one has gone: [false,true,1,false]
and the other: [0,true,false]
another reader: false
a writer: true
they wait: true
a reader: true
a third one: true
A Key in another process:
reads: [true,true]
it has released its own: [false,true,1]
at the end of max_wait: ["Symfony\\Component\\Lock\\Exception\\LockConflictedException"]
