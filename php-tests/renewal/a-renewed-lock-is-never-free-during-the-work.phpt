--TEST--
A renewed lock is never free to another process while its holder sleeps, computes or blocks; after its release it is free at once
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(0.8);
$works = [
    'usleep' => fn() => usleep((int) (2 * $ttl * 1e6)),
    'computing' => fn() => compute(2 * $ttl),
    'blocking read' => function () use ($ttl) {
        $pipe = popen('sleep ' . 2 * $ttl . '; echo done', 'r');
        fgets($pipe);
        pclose($pipe);
    },
];
foreach ($works as $what => $work) {
    $lock = new RedisLock('k', ttl: $ttl, server: $redis->address, autoRenew: true);
    $lock->acquire();
    $rival = PhpChild::start(<<<'PHP'
        $lock = new RedisLock('k', ttl: 60.0, server: $argv[1]);
        for ($refused = 0; !$lock->tryAcquire(); $refused++) {
            if ($refused === 0) {
                echo "refused\n";
            }
            usleep(2_000);
        }
        echo now(), "\n", $refused, "\n";
        PHP, [$redis->address], ['precision' => '17']);
    $rival->hear();
    $work();
    $before = now();
    say("$what: released", $lock->release());
    $token = $lock->getToken();
    say('  free at once', $redis->ask('GET', 'k') !== $token);
    say('  not free before', (float) $rival->hear() >= $before);
    say('  often refused', (int) $rival->hear() > 20);
    $rival->finish();
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
usleep: released: true
  free at once: true
  not free before: true
  often refused: true
computing: released: true
  free at once: true
  not free before: true
  often refused: true
blocking read: released: true
  free at once: true
  not free before: true
  often refused: true
lost: 0
