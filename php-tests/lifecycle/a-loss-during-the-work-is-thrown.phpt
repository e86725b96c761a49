--TEST--
If the lock is lost during the work, RedisLockLostException is thrown with the work's own exception as previous
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$losses = [
    'deleted' => fn() => $redis->ask('DEL', 'k'),
    'taken by another client' => fn() => $redis->ask('SET', 'k', 'another-client'),
    'replaced by another type' => fn() => [$redis->ask('DEL', 'k'), $redis->ask('HSET', 'k', 'a', 'b')],
    'expired' => fn() => [$redis->ask('PEXPIRE', 'k', '1'), await('the expiry', fn() => $redis->ask('EXISTS', 'k') === 0)],
];
foreach ($losses as $what => $loss) {
    $redis->ask('DEL', 'k');
    $lock = new RedisLock('k', ttl: 60.0, server: $redis->address);
    $ran = false;
    try {
        $lock->synchronized(function () use ($loss, &$ran) {
            $loss();
            $ran = true;
            return 'a result that is thrown away';
        });
        echo "not reached\n";
    } catch (RedisLockLostException $exception) {
        echo "$what => ", str_replace($redis->address, '<server>', $exception->getMessage()), "\n";
        say('  ran, previous, held', [$ran, $exception->getPrevious(), $lock->isHeld()]);
    }

    $redis->ask('DEL', 'k');
    $own = new DomainException('from the work');
    try {
        $lock->synchronized(function () use ($loss, $own) {
            $loss();
            throw $own;
        });
        echo "not reached\n";
    } catch (RedisLockLostException $exception) {
        say('  previous is the own one', $exception->getPrevious() === $own);
    }
    say('  left', $redis->ask('TYPE', 'k'));
    $redis->ask('DEL', 'k');
    say('  works again', $lock->synchronized(fn() => 'worked'));
}
?>
--EXPECT--
deleted => Lock "k" on <server> was lost while the work was running: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it
  ran, previous, held: [true,null,false]
  previous is the own one: true
  left: "none"
  works again: "worked"
taken by another client => Lock "k" on <server> was lost while the work was running: another owner holds its key now: it had been deleted, was overwritten, or expired on the server
  ran, previous, held: [true,null,false]
  previous is the own one: true
  left: "string"
  works again: "worked"
replaced by another type => Lock "k" on <server> was lost while the work was running: another owner holds its key now: it had been deleted, was overwritten, or expired on the server
  ran, previous, held: [true,null,false]
  previous is the own one: true
  left: "hash"
  works again: "worked"
expired => Lock "k" on <server> was lost while the work was running: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it
  ran, previous, held: [true,null,false]
  previous is the own one: true
  left: "none"
  works again: "worked"
