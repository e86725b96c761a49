--TEST--
If a signal handler forks while a call deletes an orphaned key, the child does not touch the parent's lock
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
foreach (['release', 'refresh', 'isOwned'] as $method) {
    $redis->ask('FLUSHALL');
    $parent = PhpChild::start(<<<'PHP'
        [, $address, $method] = $argv;
        $original = getmypid();
        $held = new RedisLock('held', ttl: 600.0, server: "$address?read_timeout=600");
        $held->acquire();
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () { throw new DomainException('enough'); });
        $left = new RedisLock('left', ttl: 600.0, server: "$address?read_timeout=600");
        echo "ready\n";
        hear();
        say('acquire', thrown($left->acquire(...)));
        pcntl_signal(SIGALRM, function () {
            pcntl_signal(SIGALRM, SIG_IGN);
            $child = pcntl_fork();
            if ($child === 0) {
                echo "forked\n";
                return;
            }
            // The child first.
            pcntl_waitpid($child, $status);
            say('the child ended with', $status);
        });
        hear();
        $result = thrown($held->$method(...));
        if (getmypid() !== $original) {
            say('child', [$result, $held->isHeld(), $held->getToken(), array_filter(RedisLock::stats())]);
            exit;
        }
        say('parent', $result);
        hear();
        PHP, [$redis->address, $method]);
    $parent->hear();
    pause_writes($redis);
    $parent->tell('acquire');
    await_paused_write($redis);
    $sender->send('ALRM', $parent);
    echo $parent->hear(), "\n";
    await('the end of that connection', fn() => preg_match('/^id=.* flags=\w*b/m', $redis->ask('CLIENT', 'LIST')) !== 1);
    $parent->tell($method);
    await_paused_write($redis);
    $monitor = Monitor::of($redis);
    $sender->send('ALRM', $parent);
    for ($n = 0; $n < 3; $n++) {
        echo $parent->hear(), "\n";
    }
    $redis->ask('CLIENT', 'UNPAUSE');
    echo $parent->hear(), "\n";
    say('commands on the lock', count($monitor->seen('/unix:.*"EVALSHA" .* "held"/')));
    $parent->tell('end');
    $parent->finish();
    say('keys left', $redis->ask('DBSIZE'));
}
?>
--EXPECT--
acquire: "DomainException: enough"
forked
child: ["nothing thrown, returned false",false,null,[]]
the child ended with: 0
parent: "nothing thrown, returned true"
commands on the lock: 1
keys left: 0
acquire: "DomainException: enough"
forked
child: ["nothing thrown, returned false",false,null,[]]
the child ended with: 0
parent: "nothing thrown, returned true"
commands on the lock: 1
keys left: 0
acquire: "DomainException: enough"
forked
child: ["nothing thrown, returned false",false,null,[]]
the child ended with: 0
parent: "nothing thrown, returned true"
commands on the lock: 1
keys left: 0
