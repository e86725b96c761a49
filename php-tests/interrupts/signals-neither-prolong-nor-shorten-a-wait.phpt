--TEST--
A wait that signal handlers interrupt again and again ends at its timeout, neither sooner nor later
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$waiter = PhpChild::start(<<<'PHP'
    $handled = 0;
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () use (&$handled) { $handled++; echo "handled\n"; });
    $lock = new RedisLock('k', server: $argv[1]);
    $start = now();
    $acquired = $lock->acquire(3.0);
    $took = now() - $start;
    echo "returned\n";
    say('acquired', $acquired);
    say('handled', $handled);
    say('not sooner', $took >= 3.0 && $lock->getWaited() >= 3.0);
    say('timeouts', RedisLock::stats()['timeouts']);
    echo "$took\n";
    PHP, [$redis->address]);
$sender = new SignalSender();
$lateness = lateness();
await_waiting($redis);
$next = now();
for ($n = 0; $n < 5; $n++) {
    $sender->send('ALRM', $waiter);
    $waiter->hear();
    usleep((int) max(0, (($next += 0.4) - now()) * 1e6));
}
$said = explode("\n", trim($waiter->finish()));
$took = (float) array_pop($said);
echo implode("\n", $said), "\n";
// If each signal restarted the wait, it would last 3 seconds from the last signal on.
say('not later', $took < 4.5 + $lateness() ?: $took);
say('key', $redis->ask('GET', 'k'));
say('keys left', count($redis->locks()));
?>
--EXPECT--
returned
acquired: false
handled: 5
not sooner: true
timeouts: 1
not later: true
key: "another-client"
keys left: 1
