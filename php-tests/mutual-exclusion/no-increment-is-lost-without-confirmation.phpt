--TEST--
With confirmRelease: false and faulty proxies, 8 processes count to exactly 16,000, and no key lives longer than its TTL
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

const PROCESSES = 8;
$each = is_slow() ? 50 : 2_000;
const TTL = 5.0;
$redis = RedisServer::start();
$file = "$redis->directory/count";
file_put_contents($file, '0');
$work = <<<'PHP'
    [, $server, $file, $each] = $argv;
    for ($n = 0; $n < $each;) {
        // A new lock, as a request has it, or one that is kept.
        if ($n % 2 === 0) {
            $lock = new RedisLock('k', ttl: 5.0, wait: 60.0, server: $server, retryInterval: 0.01, confirmRelease: false);
        }
        try {
            if (!$lock->acquire()) {
                continue;
            }
        } catch (RedisLockConnectionException $failure) {
            parent_is_gone() && throw $failure; // or it would try for ever
            continue;
        }
        $count = (int) file_get_contents($file);
        put_number($file, $count + 1);
        $n++;
        try {
            $lock->release();
        } catch (RedisLockConnectionException) {
            unset($lock);
            $lock = new RedisLock('k', ttl: 5.0, wait: 60.0, server: $server, retryInterval: 0.01, confirmRelease: false);
        }
    }
    echo RedisLock::stats()['lost'], "\n";
    PHP;
// The proxies serve one command at a time, so no client may wait in a queue through them.
$proxies = array_map(fn() => FaultProxy::before($redis)->always('HELLO', 'say', "-ERR unknown command 'HELLO'\r\n"), range(1, PROCESSES));
$processes = array_map(fn(FaultProxy $proxy) => PhpChild::start($work, ["$proxy->address?read_timeout=0.3", $file, $each]), $proxies);
mt_srand(14);
$counted = fn() => (int) file_get_contents($file);
$faults = [['close', ''], ['hang', ''], ['delay', 0.05], ['half', ''], ['refuse', ''], ['lose', ''], ['keep', '']];
$made = 0;
// The progress triggers the faults, so a slow machine does as much work between two faults.
$next = 0;
while (array_filter($processes, fn(PhpChild $process) => !$process->hasSpoken())) {
    if ($counted() < $next) {
        usleep(1_000);
        continue;
    }
    $next += (int) ($each / 10);
    [$what, $detail] = $faults[mt_rand(0, count($faults) - 1)];
    $proxies[mt_rand(0, PROCESSES - 1)]->on('EVALSHA', $what, $detail);
    mt_rand(0, 3) === 0 && $proxies[mt_rand(0, PROCESSES - 1)]->deliver();
    $made++;
}
say('counted exactly', $counted() === PROCESSES * $each ?: $counted());
say('faults', $made > 20);
array_map(fn(PhpChild $process) => $process->finish(), $processes);
array_map(fn(FaultProxy $proxy) => $proxy->deliver(), $proxies);
$left = $redis->ask('PTTL', 'k');
say('no key is left for longer than its ttl', $left === -2 || $left >= 0 && $left <= 1000 * TTL);
?>
--EXPECT--
counted exactly: true
faults: true
no key is left for longer than its ttl: true
