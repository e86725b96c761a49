--TEST--
While a suspended server does not accept a long command, signal handlers run, and their exception ends the wait
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$key = str_repeat('k', 65_536);
$redis->ask('SET', $key, 'another-client');
// A watcher sends its key four times, which is more than a Unix socket's buffer holds.
$waiter = PhpChild::start(<<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, fn() => throw new DomainException('enough'));
    $lock = new RedisLock(str_repeat('k', 65_536), server: "$argv[1]?read_timeout=60", fenced: true);
    $start = now();
    say('thrown', thrown(fn() => $lock->acquire(INF)));
    say('before the read timeout', now() - $start < 30.0);
    PHP, [$redis->address]);
$signals = new SignalSender();
/** Returns whether the process waits until it can go on sending: in ppoll() for POLLOUT. */
$is_sending = function () use ($waiter): bool {
    $process = "/proc/{$waiter->processId()}";
    [$call, $sockets] = explode(' ', file_get_contents("$process/syscall")) + ['', ''];
    if (!in_array($call, ['271', '73'], true)) { // ppoll, on x86-64 and arm64
        return false;
    }
    $memory = fopen("$process/mem", 'r');
    fseek($memory, hexdec($sockets));
    return (bool) (unpack('lsocket/sevents', (string) fread($memory, 8) . str_repeat("\0", 8))['events'] & 4); // POLLOUT
};
while (true) {
    await_waiting($redis);
    $redis->suspend();
    try {
        await('its return, once a second', $is_sending, 3.0);
        break;
    } catch (RuntimeException) {
        $redis->resume(); // suspended while it awaited a reply
    }
}
$signals->send('USR1', $waiter);
await('its last word', $waiter->hasSpoken(...), 40.0);
$redis->resume();
echo $waiter->finish();
?>
--EXPECT--
thrown: "DomainException: enough"
before the read timeout: true
