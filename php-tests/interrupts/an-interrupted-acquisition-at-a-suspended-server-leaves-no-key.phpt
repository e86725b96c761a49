--TEST--
If a signal handler ends a script while an acquisition awaits a suspended server, no key is left, although the script sends nothing more
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$sender = new SignalSender();
$endings = ['exits' => 'exit;', 'throws' => 'throw new DomainException("enough");', 'fails' => '@trigger_error("enough", E_USER_ERROR);'];
foreach ($endings as $what => $ending) {
    foreach (['plain' => false, 'fenced' => true] as $kind => $fenced) {
        $redis = RedisServer::start();
        $waiter = PhpChild::start(<<<'PHP'
            [, $address, $ending, $fenced] = $argv;
            ini_set('display_errors', '0');
            pcntl_async_signals(true);
            pcntl_signal(SIGALRM, fn() => eval($ending));
            $lock = new RedisLock('k', ttl: 600.0, server: "$address?read_timeout=600", fenced: (bool) $fenced);
            // The server knows the scripts.
            $lock->acquire();
            $lock->release();
            echo "ready\n";
            hear();
            $lock->acquire();
            echo "went on\n";
            PHP, [$redis->address, $ending, (int) $fenced]);
        $waiter->hear();
        $redis->info('process_id');
        $redis->suspend();
        $waiter->tell('go');
        // A suspended server does not report its waiters.
        usleep(is_slow() ? 1_000_000 : 200_000);
        $sender->send('ALRM', $waiter);
        say("$what, $kind", $waiter->finish());
        $redis->resume();
        await('the end of the connections', fn() => $redis->clients() === []);
        say('  acquired and deleted, twice', $redis->commands()['del']);
        say('  key left', $redis->ask('EXISTS', 'k'));
    }
}
?>
--EXPECT--
exits, plain: ""
  acquired and deleted, twice: 2
  key left: 0
exits, fenced: ""
  acquired and deleted, twice: 2
  key left: 0
throws, plain: ""
  acquired and deleted, twice: 2
  key left: 0
throws, fenced: ""
  acquired and deleted, twice: 2
  key left: 0
fails, plain: ""
  acquired and deleted, twice: 2
  key left: 0
fails, fenced: ""
  acquired and deleted, twice: 2
  key left: 0
