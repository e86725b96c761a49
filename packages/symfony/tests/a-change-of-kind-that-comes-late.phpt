--TEST--
If a change between lock and share has no reply, it may be executed late: its result is released, and no other client acquires meanwhile
--SKIPIF--
<?php require __DIR__ . '/../../../php-tests/inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$store = new RedisLockStore($proxy->address);
$other = new RedisLockStore($redis->address);
foreach (['to write' => ['saveRead', 'save'], 'to read' => ['save', 'saveRead']] as $to => [$first, $second]) {
    foreach (['exists', 'putOffExpiration', null] as $question) {
        // The server makes the change within a second only: on a busy machine that may be over.
        do {
            $store->$first($key = new Key('k'));
            $before = $redis->ask('TYPE', 'k');
            $proxy->always('EVALSHA 8', 'lose'); // the command that makes the change
            $exception = classes(fn() => $store->$second($key));
            $proxy->reset();
            $answer = match ($question) {
                'exists' => $store->exists($key),
                'putOffExpiration' => classes(fn() => $store->putOffExpiration($key, 300.0)), // refused: the change may still be made
                null => null,
            };
            $proxy->deliver();
            $isChanged = $redis->ask('TYPE', 'k') !== $before;
            $owned = $question === null ? null : [$store->exists($key), saved($other, new Key('k'))];
            $store->delete($key);
            $redis->ask('EXISTS', 'k') === 0 || say('left', $redis->ask('TYPE', 'k'));
        } while (!$isChanged);
        say("$to, asked by " . ($question ?? 'nothing'), [end($exception), $answer, $owned]);
    }
}

// A signal handler throws in the middle of the change: nothing is renewed then, and the Key has the lease's end.
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn() => throw new DomainException());
$store = new RedisLockStore("$proxy->address?read_timeout=60", autoRenew: true);
foreach (['to write' => ['saveRead', 'save'], 'to read' => ['save', 'saveRead']] as $to => [$first, $second]) {
    $store->$first($key = new Key('k'));
    $proxy->on('EVALSHA 8', 'signal', getmypid());
    say("$to, interrupted", [classes(fn() => $store->$second($key)), $key->getRemainingLifetime() !== null]);
    $proxy->sendKeptReplies();
    $redis->ask('DEL', 'k');
}
?>
--EXPECT--
to write, asked by exists: ["RedisLockConnectionException",true,[true,"conflict"]]
to write, asked by putOffExpiration: ["RedisLockConnectionException",["Symfony\\Component\\Lock\\Exception\\LockStorageException","RedisLockConnectionException"],[true,"conflict"]]
to write, asked by nothing: ["RedisLockConnectionException",null,null]
to read, asked by exists: ["RedisLockConnectionException",true,[true,"conflict"]]
to read, asked by putOffExpiration: ["RedisLockConnectionException",["Symfony\\Component\\Lock\\Exception\\LockStorageException","RedisLockConnectionException"],[true,"conflict"]]
to read, asked by nothing: ["RedisLockConnectionException",null,null]
to write, interrupted: [["DomainException"],true]
to read, interrupted: [["DomainException"],true]
