--TEST--
If SIGTERM or SIGINT without a handler kills a script, its lock, renewed or not, lives no longer than its TTL
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
foreach (['TERM' => 15, 'INT' => 2] as $signal => $number) {
    foreach ([false, true] as $renewed) {
        $holder = PhpChild::start(<<<'PHP'
            register_shutdown_function(function () { echo "shutdown function\n"; });
            $lock = new RedisLock('k', ttl: 3.0, server: $argv[1], autoRenew: (bool) $argv[2]);
            $lock->acquire();
            $argv[2] && await('a renewal', fn() => RedisLock::stats()['renewed'] > 0);
            echo $lock->getToken(), "\n";
            $lock->synchronized(fn() => hear());
            PHP, [$redis->address, (int) $renewed], killed: true);
        $token = $holder->hear();
        $sender->send($signal, $holder);
        say("SIG$signal" . ($renewed ? ', renewed' : '') . ': said', $holder->finish());
        say('  killed by it', in_array($holder->exitCode, [$number, -1], true));
        await('the end of its connections', fn() => $redis->clients() === []);
        $left = $redis->ask('PTTL', 'k');
        say('  key left, to its ttl', [$redis->ask('GET', 'k') === $token, $left > 0 && $left <= 3_000 ?: $left]);
        await('the end of the lease', fn() => $redis->ask('EXISTS', 'k') === 0, 10.0);
    }
}
?>
--EXPECT--
SIGTERM: said: ""
  killed by it: true
  key left, to its ttl: [true,true]
SIGTERM, renewed: said: ""
  killed by it: true
  key left, to its ttl: [true,true]
SIGINT: said: ""
  killed by it: true
  key left, to its ttl: [true,true]
SIGINT, renewed: said: ""
  killed by it: true
  key left, to its ttl: [true,true]
