--TEST--
PHP's time limit ends a wait if it expires meanwhile, and leaves nothing behind
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
// With "Zend Max Execution Timers" PHP counts the time of the wait. Without, it counts processor time, of which a wait
// takes none; its clock rings by SIGPROF.
$waiter = PhpChild::start(<<<'PHP'
    ob_start();
    phpinfo(INFO_GENERAL);
    $counts_waiting = preg_match('/Zend Max Execution Timers => enabled/', ob_get_clean());
    set_time_limit($counts_waiting ? 2 : 600);
    $held = new RedisLock('held', ttl: 600.0, server: $argv[1]);
    $held->acquire();
    $lock = new RedisLock('k', wait: 600.0, server: $argv[1]);
    echo $counts_waiting ? "waiting\n" : "working\n";
    hear();
    $lock->acquire();
    echo "went on\n";
    PHP, [$redis->address], mergeErrors: true);
$clock = $waiter->hear();
$waiter->tell('go');
await_waiting($redis);
$clock === 'working' && (new SignalSender())->send('PROF', $waiter);
echo $waiter->finish();
say('exit code', $waiter->exitCode);
say('keys left', $redis->locks());
?>
--EXPECTF--

Fatal error: Maximum execution time of %d seconds exceeded in Command line code on line %d
exit code: 255
keys left: ["k"]
