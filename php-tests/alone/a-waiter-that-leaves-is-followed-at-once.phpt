--TEST--
A waiter that times out, is interrupted, exits or ends with a fatal error passes its seat or its place in the queue on at once
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$sender = new SignalSender();
$waiters = array_map(fn() => waiter($redis), range(0, 2));
$leaver = <<<'PHP'
    ini_set('display_errors', '0');
    [, $address, $ending] = $argv;
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, fn() => eval($ending));
    pcntl_signal(SIGUSR2, fn() => null);
    $lock = new RedisLock('k', server: $address);
    try {
        hear();
        $lock->acquire($ending === '' ? (float) hear() : 600.0);
        echo "time is up\n";
        hear();
    } catch (Exception $exception) {
        echo "interrupted\n";
        hear();
    }
    PHP;
$lateness = lateness();
foreach (['time is up' => '', 'interrupted' => 'throw new Exception();', 'exit' => 'exit("exit\n");', 'fatal error' => 'echo "fatal error\n"; @trigger_error("", E_USER_ERROR);'] as $how => $ending) {
    foreach (['watcher' => 0, 'next' => 1] as $where => $place) {
        $holder->acquire();
        $child = PhpChild::start($leaver, [$redis->address, $ending]);
        $all = $waiters;
        array_splice($all, $place, 0, [$child]);
        $ending === '' && $child->tell('go'); // and then for this time
        clear_queue($redis);
        foreach ($all as $n => $waiter) {
            $waiter->tell($waiter === $child && $ending === '' ? '8' : 'wait');
            await_queue($redis, $n + 1);
        }
        $ending !== '' && $sender->send('USR1', $child);
        $said = $child->hear();
        $said === $how || say("$how, $where: said", $said);
        // It is not queued any more.
        await('the others', fn() => $redis->info('blocked_clients') <= 2);
        $lateness();
        $start = now();
        $holder->release();
        $order = order_of($waiters);
        $took = now() - $start;
        // first-come-first-served.phpt checks the order. Here a waiter that a busy machine suspends may be overtaken.
        sort($order);
        say("$how, $where", $order === [0, 1, 2] && ($took < 1.9 + $lateness() || is_slow()) ? 'the others follow' : [$order, $took]);
        unset($child, $waiter, $all);
    }
}
await('the last release', fn() => $redis->locks() === []);
?>
--EXPECT--
time is up, watcher: "the others follow"
time is up, next: "the others follow"
interrupted, watcher: "the others follow"
interrupted, next: "the others follow"
exit, watcher: "the others follow"
exit, next: "the others follow"
fatal error, watcher: "the others follow"
fatal error, next: "the others follow"
