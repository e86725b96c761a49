--TEST--
While two processes compete for a lock under 300 signals a second, no handler and no reply is lost, and no lock remains
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$stop = "$redis->directory/stop";
$workers = [];
for ($n = 0; $n < 2; $n++) {
    $workers[] = $worker = PhpChild::start(<<<'PHP'
        [, $address, $stop, $journal] = $argv;
        $handled = 0;
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () use (&$handled) { $handled++; echo "handled\n"; });
        $lock = new RedisLock('k', ttl: 60.0, wait: 60.0, server: $address, retryInterval: 0.02);
        $me = getmypid();
        echo "ready\n";
        hear();
        for ($rounds = 0; !file_exists($stop); $rounds++) {
            $lock->acquire() || exit("starved\n");
            file_put_contents($journal, "$me\n", FILE_APPEND);
            usleep(random_int(0, 10_000));
            file_put_contents($journal, "$me\n", FILE_APPEND);
            $lock->isOwned() || exit("not owned\n");
            $lock->release() || exit("lost\n");
        }
        say('handled', $handled);
        $stats = RedisLock::stats();
        say('counted', [$stats['acquired'] === $rounds, $stats['released'] === $rounds, $stats['contended'] > 0]);
        say('lost, timeouts, reconnects, errors', [$stats['lost'], $stats['timeouts'], $stats['reconnects'], $stats['errors']]);
        say('works afterwards', (new RedisLock("mine $me", server: $address))->synchronized(fn(RedisLock $lock) => $lock->isOwned()));
        PHP, [$redis->address, $stop, "$redis->directory/journal"]);
    $worker->hear();
}
foreach ($workers as $worker) {
    $worker->tell('go');
}
$sender = new SignalSender();
$next = now();
// A pending signal would swallow the next one of its kind, so each is sent after the one before has been handled.
for ($sent = 0; $sent < (is_slow() ? 20 : 500); $sent++) {
    foreach ($workers as $worker) {
        $sender->send('ALRM', $worker);
    }
    foreach ($workers as $worker) {
        $said = $worker->hear();
        $said === 'handled' || throw new RuntimeException("instead of the handler: $said");
    }
    usleep((int) max(0.0, (($next += 1 / 300) - now()) * 1e6));
}
touch($stop);
foreach ($workers as $worker) {
    say('each was handled', $worker->hear() === "handled: $sent");
    echo $worker->finish();
}
// Each process has a connection for commands and one for the queue, and may check on a third one. The test has its own.
say('a connection outlives its signals', ($made = $redis->info('total_connections_received')) <= 20 ?: $made);
$interleaved = array_filter(array_chunk(file("$redis->directory/journal"), 2), fn(array $visit) => $visit[0] !== $visit[1]);
say('interleaved visits', count($interleaved));
say('keys left', $redis->locks());
?>
--EXPECT--
each was handled: true
counted: [true,true,true]
lost, timeouts, reconnects, errors: [0,0,0,0]
works afterwards: true
each was handled: true
counted: [true,true,true]
lost, timeouts, reconnects, errors: [0,0,0,0]
works afterwards: true
a connection outlives its signals: true
interleaved visits: 0
keys left: []
