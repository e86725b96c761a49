--TEST--
If a signal handler forks while a reply is awaited, and forks again in the child, all three get the lock, each with its own token
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$journal = "$redis->directory/journal";
$parent = PhpChild::start(<<<'PHP'
    [, $address, $journal] = $argv;
    $depth = 0;
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () use (&$depth) {
        if (pcntl_fork() === 0) {
            $depth++;
            echo getmypid(), "\n";
        }
    });
    $lock = new RedisLock('k', ttl: 600.0, wait: 600.0, server: "$address?read_timeout=600", fenced: true);
    $acquired = $lock->acquire();
    // Under the lock, so two holders at once would be counted twice.
    $inside = (int) file_get_contents($journal);
    file_put_contents($journal, $inside + 1);
    $good = $acquired && $lock->isHeld() && $lock->isOwned();
    usleep(20_000);
    $good = $good && (int) file_get_contents($journal) === $inside + 1;
    [$token, $fence] = [$lock->getToken(), $lock->getFence()];
    $good = $lock->release() && $good;
    $stats = RedisLock::stats();
    // A connection, the queue's connection if the lock was held, and a standby connection after a while.
    echo json_encode([$depth, $good, $token, $fence, [$stats['acquired'], $stats['released'], $stats['errors'], $stats['connections'] <= 1 + 2 * $stats['contended']]]), "\n";
    pcntl_signal(SIGALRM, SIG_IGN);
    pcntl_wait($status);
    PHP, [$redis->address, $journal]);
file_put_contents($journal, '0');
pause_writes($redis);
await_paused_write($redis);
$sender->send('ALRM', $parent);
$child = (int) $parent->hear();
await('the child to ask for itself', fn() => paused_writes($redis) === 2);
$sender->send('ALRM', $child);
$parent->hear();
await('its child to ask for itself', fn() => paused_writes($redis) === 3);
$redis->ask('CLIENT', 'UNPAUSE');
$reports = array_map(fn($line) => json_decode($line), explode("\n", trim($parent->finish())));
sort($reports);
foreach ($reports as [$depth, $good, , , $stats]) {
    say("depth $depth", [$good, $stats]);
}
say('tokens, fences', [count(array_unique(array_column($reports, 2))), count(array_unique(array_column($reports, 3)))]);
say('one after the other', file_get_contents($journal));
say('keys left', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
depth 0: [true,[1,1,0,true]]
depth 1: [true,[1,1,0,true]]
depth 2: [true,[1,1,0,true]]
tokens, fences: [3,3]
one after the other: "3"
keys left: 0
