--TEST--
If a signal handler forks while a majority's replies are awaited, parent and child each get replies of their own
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';
require __DIR__ . '/../inc/signals.php';

$servers = servers(5);
$asker = PhpChild::start(<<<'PHP'
    $original = getmypid();
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () {
        pcntl_signal(SIGALRM, SIG_IGN);
        echo pcntl_fork() === 0 ? "forked\n" : '';
    });
    $lock = new RedisLock('k', wait: 60.0, server: array_map(fn($address) => "$address?read_timeout=600", array_slice($argv, 1)));
    $lock->acquire() && $lock->release();
    echo "asking\n";
    hear();
    $answer = thrown($lock->acquire(...));
    if (getmypid() !== $original) {
        say('a claim of the child', $answer === 'nothing thrown, returned true' && $lock->isOwned());
        exit;
    }
    say('a claim of the parent', $answer === 'nothing thrown, returned true' && $lock->isOwned());
    // Not the child's to close or to use up.
    say('locked', $lock->isLocked());
    $lock->release();
    pcntl_wait($status);
    PHP, addresses($servers));
$asker->hear();
array_map(fn($server) => $server->suspend(), $servers);
$asker->tell('ask');
usleep(is_slow() ? 1_000_000 : 200_000);
(new SignalSender())->send('ALRM', $asker);
echo $asker->hear(), "\n";
array_map(fn($server) => $server->resume(), $servers);
$lines = explode("\n", trim($asker->finish()));
sort($lines);
say('claims', count(preg_grep('/^a claim.*true$/', $lines)) >= 1);
say('answers', count($lines));
await_nothing_left($servers);
?>
--EXPECT--
forked
claims: true
answers: 3
