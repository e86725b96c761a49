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
foreach (['time is up' => '', 'interrupted' => 'throw new Exception();', 'exit' => 'exit("exit\n");', 'fatal error' => 'echo "fatal error\n"; @trigger_error("", E_USER_ERROR);'] as $how => $ending) {
    foreach (['head' => 0, 'in line' => 1] as $where => $place) {
        $holder->acquire();
        $child = PhpChild::start($leaver, [$redis->address, $ending]);
        $all = $waiters;
        array_splice($all, $place, 0, [$child]);
        $ending === '' && $child->tell('go'); // and then for so long
        clear_queue($redis);
        foreach ($all as $n => $waiter) {
            $waiter->tell($waiter === $child && $ending === '' ? '8' : 'wait');
            await_line($redis, $n + 1);
        }
        $ending !== '' && $sender->send('USR1', $child);
        $said = $child->hear();
        $said === $how || say("$how, $where: said", $said);
        // Where it was in line, it is not any more.
        await('the others', fn() => $redis->info('blocked_clients') <= 2);
        $start = now();
        $holder->release();
        $order = order_of($waiters);
        $took = now() - $start;
        // In which order is first-come-first-served's subject: a waiter that a busy machine halts may be passed over.
        sort($order);
        say("$how, $where", $order === [0, 1, 2] && ($took < 1.9 || is_slow()) ? 'the others follow' : [$order, $took]);
        unset($child, $waiter, $all);
    }
}
await('the last release', fn() => $redis->locks() === []);
?>
--EXPECT--
time is up, head: "the others follow"
time is up, in line: "the others follow"
interrupted, head: "the others follow"
interrupted, in line: "the others follow"
exit, head: "the others follow"
exit, in line: "the others follow"
fatal error, head: "the others follow"
fatal error, in line: "the others follow"
