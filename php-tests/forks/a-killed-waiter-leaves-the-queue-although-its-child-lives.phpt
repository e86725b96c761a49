--TEST--
If a sleeping waiter is killed, its forked child has no connection of the queue, so the next waiter is woken
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start(tcp: true);
$sender = new SignalSender();
$code = <<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function () {
        if (($child = pcntl_fork()) === 0) {
            fclose(STDOUT);
            while (true) {
                sleep(60);
            }
        }
        say('forked', $child);
    });
    $lock = new RedisLock('k', ttl: 600.0, wait: 3600.0, server: $argv[1]);
    say('acquired', $lock->acquire());
    hear();
    $lock->release();
    echo "end\n";
    PHP;
$queued = fn() => preg_match_all('/^id=.* flags=\w*b.* cmd=blpop\b/m', $redis->ask('CLIENT', 'LIST'));
foreach ([$redis->address, $redis->tcpAddress()] as $address) {
    clear_queue($redis); // a seat that is offered would go to the third
    $redis->ask('SET', 'k', 'another-client');
    $waiters = [];
    foreach (['first', 'second', 'killed', 'last'] as $n => $name) {
        $waiters[$name] = PhpChild::start($code, [$address]);
        await("the $name", fn() => $queued() === max($n - 1, 0) && count($redis->seats()) === min($n + 1, 2));
    }
    $sender->send('USR1', $waiters['killed']);
    $child = (int) substr($waiters['killed']->hear(), strlen('forked: '));
    $sender->send('KILL', $waiters['killed']);
    try {
        await('the end of its place in the queue', fn() => $queued() === 1, 10.0);
        echo "out of the line\n";
    } catch (RuntimeException $exception) {
        echo $exception->getMessage(), "\n";
    }
    $redis->ask('DEL', 'k');
    foreach (['first', 'second'] as $name) {
        say($name, $waiters[$name]->hear());
        $waiters[$name]->tell('release');
        $waiters[$name]->finish();
    }
    say('last', $waiters['last']->hear());
    say('the child lives', file_exists("/proc/$child"));
    $sender->send('KILL', $child);
    $waiters['last']->tell('release');
    echo $waiters['last']->finish();
}
?>
--EXPECT--
out of the line
first: "acquired: true"
second: "acquired: true"
last: "acquired: true"
the child lives: true
end
out of the line
first: "acquired: true"
second: "acquired: true"
last: "acquired: true"
the child lives: true
end
