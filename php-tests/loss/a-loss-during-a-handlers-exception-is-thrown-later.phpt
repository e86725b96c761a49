--TEST--
If a loss coincides with a signal whose handler throws, the handler's exception is thrown first, and the loss once after it
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

is_thrown_into();
$redis = RedisServer::start();
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn() => throw new LogicException('own'));
$lock = new RedisLock('k', ttl: 600.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
$lock->acquire();
await_renewals();
file_put_contents($thief = "$redis->directory/thief.php", '<?php require ' . var_export(realpath(__DIR__ . '/../inc/bootstrap.php'), true) . ';' . <<<'PHP'
    $redis = new RespClient($argv[1]);
    $checks = fn() => preg_match('/cmdstat_evalsha:calls=(\d+)/', $redis->ask('INFO', 'commandstats'), $found) ? (int) $found[1] : 0;
    $before = $checks();
    $redis->ask('DEL', 'k');
    await('the thread to find out', fn() => $checks() > $before);
    usleep(200_000);
    exec("kill -USR1 $argv[2]");
    usleep(200_000);
    PHP);
$command = implode(' ', array_map(escapeshellarg(...), [PhpChild::php(), '-n', $thief, $redis->address, getmypid()]));
$caught = [];
for ($n = 0; $n < 3; $n++) {
    try {
        match ($n) {
            // Both come while PHP is in this call, which is not interrupted, and are handled after it.
            0 => shell_exec($command),
            1 => await('the loss', fn() => false),
            2 => compute(0.3),
        };
    } catch (Throwable $exception) {
        $caught[] = [$exception::class, $exception->getPrevious()];
    }
}
say('caught', $caught);
?>
--EXPECT--
caught: [["LogicException",null],["RedisLockLostException",null]]
