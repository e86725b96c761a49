--TEST--
A child that a signal handler forks during a call, and that only exits there, sends nothing, and the parent's call continues
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$code = <<<'PHP'
    [, $address, $method, $ending, $key] = $argv;
    ini_set('display_errors', '0');
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () use ($ending) {
        if (pcntl_fork() === 0) {
            eval($ending);
        }
        pcntl_wait($status);
        echo "the child has ended\n";
    });
    $lock = new RedisLock($key, ttl: 600.0, wait: 600.0, server: "$address?read_timeout=600");
    $method === 'release' ? $lock->acquire() : $lock->isLocked();
    echo "ready\n";
    hear();
    say($method, $method === 'synchronized' ? $lock->synchronized(fn() => 'done') : $lock->$method());
    PHP;
foreach (['exit(0);', 'throw new DomainException();', '@trigger_error("", E_USER_ERROR);'] as $n => $ending) {
    foreach (['acquire', 'tryAcquire', 'synchronized', 'release'] as $method) {
        $redis->ask('FLUSHALL');
        $parent = PhpChild::start($code, [$redis->address, $method, $ending, $key = "k$n"]);
        $parent->hear();
        $redis->ask('CONFIG', 'RESETSTAT');
        pause_writes($redis);
        $parent->tell('go');
        await_paused_write($redis);
        $before = $redis->info('total_connections_received');
        $sender->send('ALRM', $parent);
        $said = $parent->hear();
        // The child would need a connection of its own.
        $connected = $redis->info('total_connections_received') - $before;
        $redis->ask('CLIENT', 'UNPAUSE');
        $said .= ', ' . rtrim($parent->finish());
        // Not by MONITOR, because newer servers do not show it delayed commands. An unknown script is sent again, as EVAL.
        $sent = array_sum(array_intersect_key($redis->commands(), ['set' => 1, 'evalsha' => 1, 'exists' => 1, 'delex' => 1]));
        say("$ending $method", [$said, $connected, $sent]);
    }
}
?>
--EXPECT--
exit(0); acquire: ["the child has ended, acquire: true",0,2]
exit(0); tryAcquire: ["the child has ended, tryAcquire: true",0,2]
exit(0); synchronized: ["the child has ended, synchronized: \"done\"",0,2]
exit(0); release: ["the child has ended, release: true",0,1]
throw new DomainException(); acquire: ["the child has ended, acquire: true",0,2]
throw new DomainException(); tryAcquire: ["the child has ended, tryAcquire: true",0,2]
throw new DomainException(); synchronized: ["the child has ended, synchronized: \"done\"",0,2]
throw new DomainException(); release: ["the child has ended, release: true",0,1]
@trigger_error("", E_USER_ERROR); acquire: ["the child has ended, acquire: true",0,2]
@trigger_error("", E_USER_ERROR); tryAcquire: ["the child has ended, tryAcquire: true",0,2]
@trigger_error("", E_USER_ERROR); synchronized: ["the child has ended, synchronized: \"done\"",0,2]
@trigger_error("", E_USER_ERROR); release: ["the child has ended, release: true",0,1]
