--TEST--
If two fibers inside synchronized() end one after the other, a signal handler runs while either release awaits its reply
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
foreach (['the first one ends first' => ['a', 'b'], 'the last one ends first' => ['b', 'a']] as $what => $order) {
    $child = PhpChild::start(<<<'PHP'
        [, $address, $first, $last] = $argv;
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () { echo "handled\n"; });
        foreach (['a', 'b'] as $key) {
            $fibers[$key] = new Fiber(fn() => (new RedisLock($key, server: "$address?read_timeout=600"))->synchronized(fn() => Fiber::suspend()));
            $fibers[$key]->start();
        }
        foreach ([$first, $last] as $key) {
            echo "ready\n";
            hear();
            $fibers[$key]->resume();
            echo "released\n";
        }
        PHP, [$redis->address, ...$order]);
    echo "$what:\n";
    foreach ($order as $key) {
        $child->hear();
        pause_writes($redis);
        $child->tell('go');
        await_paused_write($redis);
        // The reply does not come before this has been heard.
        $sender->send('ALRM', $child);
        say("  release of $key unanswered", $child->hear());
        $redis->ask('CLIENT', 'UNPAUSE');
        say('  then', $child->hear());
    }
    echo $child->finish();
}
say('keys left', $redis->ask('DBSIZE'));
?>
--EXPECT--
the first one ends first:
  release of a unanswered: "handled"
  then: "released"
  release of b unanswered: "handled"
  then: "released"
the last one ends first:
  release of b unanswered: "handled"
  then: "released"
  release of a unanswered: "handled"
  then: "released"
keys left: 0
