--TEST--
If a signal handler forks during a wait, parent and child both continue to wait and never hold the same lock at once
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$code = <<<'PHP'
    [, $address, $journal, $when] = $argv;
    $original = getmypid();
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () {
        pcntl_signal(SIGALRM, SIG_IGN);
        $child = pcntl_fork();
        echo $child === 0 ? "child\n" : "parent\n";
    });
    $lock = new RedisLock('k', ttl: 600.0, wait: 600.0, server: "$address&read_timeout=600", fenced: true);
    $acquired = $lock->acquire();
    $process = getmypid() === $original ? 'parent' : 'child';
    $write = fn(string $what) => file_put_contents($journal, "$process $what\n", FILE_APPEND);
    $write('in ' . $lock->getToken());
    usleep(50_000);
    $good = $acquired && $lock->isHeld() && $lock->isOwned();
    $write('out ' . $lock->getToken());
    $good = $lock->release() && $good;
    $stats = RedisLock::stats();
    // A connection, and in the queue the queue's connection.
    $waited = $when === 'between two attempts' ? 0 : $stats['contended'];
    $write('good ' . json_encode([$good, $stats['acquired'], $stats['released'], $stats['errors'], $stats['connections'] - $waited]));
    $process === 'parent' && pcntl_wait($status);
    PHP;
foreach (['in the queue', 'between two attempts', 'before the reply', 'before the reply to a watcher'] as $when) {
    $journal = "$redis->directory/journal " . $when;
    $contended = $when !== 'before the reply';
    $contended ? $redis->ask('SET', 'k', 'another-client') : pause_writes($redis);
    $server = $when === 'between two attempts' ? $redis->addressOfSleeper() : "$redis->address?";
    $waiter = PhpChild::start($code, [$server, $journal, $when]);
    $contended ? await_waiting($redis) : await_paused_write($redis);
    if ($when === 'before the reply to a watcher') {
        release_and_pause_writes($redis, 'k');
        await_paused_write($redis);
        $contended = false;
    }
    $sender->send('ALRM', $waiter);
    $said = [$waiter->hear(), $waiter->hear()];
    sort($said);
    say($when, $said);
    $contended || await('the child to ask for itself', fn() => paused_writes($redis) === 2);
    $contended ? $redis->ask('DEL', 'k') : $redis->ask('CLIENT', 'UNPAUSE');
    $waiter->finish();
    $visits = $good = [];
    foreach (file($journal, FILE_IGNORE_NEW_LINES) as $line) {
        [$process, $what, $detail] = explode(' ', $line);
        if ($what === 'good') {
            $good[$process] = $detail;
        } else {
            $visits[] = "$what $detail";
        }
    }
    ksort($good);
    say('  acquired, held, owned and released', $good);
    say('  one after the other', count($visits) === 4
        && str_replace('in ', 'out ', $visits[0]) === $visits[1] && str_replace('in ', 'out ', $visits[2]) === $visits[3]);
    say('  different tokens', count(array_unique($visits)) / 2);
    say('  keys left', $redis->ask('EXISTS', 'k'));
    await('the end of the connections', fn() => $redis->clients() === []);
}
?>
--EXPECT--
in the queue: ["child","parent"]
  acquired, held, owned and released: {"child":"[true,1,1,0,1]","parent":"[true,1,1,0,1]"}
  one after the other: true
  different tokens: 2
  keys left: 0
between two attempts: ["child","parent"]
  acquired, held, owned and released: {"child":"[true,1,1,0,1]","parent":"[true,1,1,0,1]"}
  one after the other: true
  different tokens: 2
  keys left: 0
before the reply: ["child","parent"]
  acquired, held, owned and released: {"child":"[true,1,1,0,1]","parent":"[true,1,1,0,1]"}
  one after the other: true
  different tokens: 2
  keys left: 0
before the reply to a watcher: ["child","parent"]
  acquired, held, owned and released: {"child":"[true,1,1,0,1]","parent":"[true,1,1,0,1]"}
  one after the other: true
  different tokens: 2
  keys left: 0
