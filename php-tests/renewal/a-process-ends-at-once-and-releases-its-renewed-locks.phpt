--TEST--
A script's end, exit(), a fatal error and an uncaught exception release renewed locks without a delay
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$endings = [
    'end' => '',
    'exit' => 'exit(3);',
    'fatal error' => '@trigger_error("fatal", E_USER_ERROR);',
    'exception' => 'throw new LogicException("uncaught");',
    'undefined function' => 'undefined_function();',
    'memory limit' => '$a = str_repeat("x", 1 << 30);',
];
foreach ($endings as $what => $ending) {
    $child = PhpChild::start(<<<PHP
        \$locks = [];
        for (\$n = 0; \$n < 10; \$n++) {
            \$locks[] = \$lock = new RedisLock("k\$n", ttl: 600.0, server: \$argv[1], autoRenew: true, abortOnLoss: \$n > 5);
            \$lock->acquire();
        }
        await('a renewal', fn() => RedisLock::stats()['renewed'] >= 10);
        echo "held\\n";
        hear();
        $ending
        PHP, [$redis->address], ['memory_limit' => '64M'], mergeErrors: true);
    $child->hear();
    say("$what: held", $redis->ask('DBSIZE'));
    $child->tell('end');
    $start = now();
    $child->finish();
    say('  ended by itself', $child->exitCode < 256 && now() - $start < time_for(5.0));
    say('  exit code', $child->exitCode);
    say('  left', $redis->ask('DBSIZE'));
    await('the end of its connections', fn() => $redis->clients() === []);
}
?>
--EXPECT--
end: held: 10
  ended by itself: true
  exit code: 0
  left: 0
exit: held: 10
  ended by itself: true
  exit code: 3
  left: 0
fatal error: held: 10
  ended by itself: true
  exit code: 255
  left: 0
exception: held: 10
  ended by itself: true
  exit code: 255
  left: 0
undefined function: held: 10
  ended by itself: true
  exit code: 255
  left: 0
memory limit: held: 10
  ended by itself: true
  exit code: 255
  left: 0
