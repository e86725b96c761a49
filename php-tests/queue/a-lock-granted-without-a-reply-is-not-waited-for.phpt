--TEST--
If the connection breaks while a watcher acquires, the waiter finds its own lock later; an interrupted waiter leaves the lock free
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$link = "$redis->directory/link";
$socket = substr($proxy->address, strlen('unix://'));
$sender = new SignalSender();
$code = <<<'PHP'
    [, $address] = $argv;
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, fn() => throw new Exception());
    $lock = new RedisLock('k', ttl: 600.0, wait: 60.0, server: $address);
    hear();
    try {
        echo json_encode($lock->acquire()), "\n";
        hear();
        echo json_encode($lock->release()), "\n";
    } catch (Exception $exception) {
        echo get_class($exception), "\n";
        hear();
        (new RedisLock('other', server: $address))->tryAcquire();
        echo "another contact\n";
    }
    hear();
    PHP;
foreach (['waits on' => false, 'is interrupted' => true] as $how => $interrupted) {
    symlink($socket, $link);
    $redis->ask('SET', 'k', 'another-client');
    $waiter = PhpChild::start($code, ["unix://$link"]);
    enqueue_waiters($redis, [$waiter]);

    // No new connections. The idle one is closed, and the watcher's at its attempt, which the server executes.
    unlink($link);
    preg_match_all('/^id=(\d+) .* flags=U .* cmd=(?:set|evalsha|eval) /m', $redis->ask('CLIENT', 'LIST'), $found);
    foreach ($found[1] as $id) {
        $redis->ask('CLIENT', 'KILL', 'ID', $id);
    }
    $proxy->on('EVALSHA', 'close');
    $redis->ask('DEL', 'k');
    await('the acquisition', fn() => $redis->ask('EXISTS', 'k') === 1);
    usleep(50_000);
    if ($interrupted) {
        $sender->send('USR1', $waiter);
        say("$how: heard", $waiter->hear());
    }
    symlink($socket, $link);
    $waiter->tell('go on');
    if (!$interrupted) {
        say("$how: acquired", $waiter->hear());
    }
    say("$how: and then", $waiter->hear());
    say("$how: left", $redis->ask('EXISTS', 'k'));
    $waiter->tell('end');
    $waiter->finish();
    unlink($link);
}
?>
--EXPECT--
waits on: acquired: "true"
waits on: and then: "true"
waits on: left: 0
is interrupted: heard: "Exception"
is interrupted: and then: "another contact"
is interrupted: left: 0
