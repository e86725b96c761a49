--TEST--
12 processes that are killed and suspended never hold more than the 5 permits together, use all of them, and all acquire in the end
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';
require __DIR__ . '/../../tests/campaign/ledger.php';

const PERMITS = 5;
$redis = RedisServer::start();
$seconds = (float) (getenv('REDISLOCK_SECONDS') ?: (is_slow() ? 3 : 8));
mkdir($directory = "$redis->directory/ledger");
$code = 'require ' . var_export(realpath(__DIR__ . '/../../tests/campaign/ledger.php'), true) . ';' . <<<'PHP'
    [, $address, $directory, $number, $until] = $argv;
    $weight = 1 + $number % 3;
    $ledger = new Ledger($directory, 'permits', $weight);
    echo "ready\n";
    hear();
    while (now() < (float) $until) {
        $semaphore = new RedisSemaphore('k', permits: 5, ttl: mt_rand(100, 400) / 1e3, wait: 60.0, server: $address, weight: $weight, autoRenew: (bool) mt_rand(0, 1), retryInterval: 0.01);
        if (!$semaphore->acquire()) {
            exit("starved\n");
        }
        for ($checks = mt_rand(1, 20); $checks > 0 && $ledger->ask($semaphore); $checks--) {
            usleep(mt_rand(100, 5_000));
        }
        $ledger->stop();
        $semaphore->release();
        usleep(mt_rand(0, 3_000));
    }
    PHP;
$until = now() + $seconds;
$start = fn(int $number) => PhpChild::start($code, [$redis->address, $directory, $number, $until], killed: true);
$processes = array_map($start, range(0, 11));
$ids = [];
foreach ($processes as $number => $process) {
    $process->hear();
    $process->tell('go');
    $ids[$number] = $process->processId();
}
$sender = new SignalSender();
$suspended = $done = ['killed' => 0, 'suspended' => 0];
$suspended = [];
while (now() < $until) {
    usleep(mt_rand(5_000, 40_000));
    foreach ($suspended as $number => $time) {
        if (now() > $time) {
            $sender->send('CONT', $ids[$number]);
            unset($suspended[$number]);
        }
    }
    $number = array_rand($processes);
    if (isset($suspended[$number]) || now() > $until - 0.5) {
        continue;
    }
    if (mt_rand(0, 2) === 0) {
        $sender->send('KILL', $ids[$number]);
        $processes[$number]->finish();
        $processes[$number] = $start($number);
        $processes[$number]->hear();
        $processes[$number]->tell('go');
        $ids[$number] = $processes[$number]->processId();
        $done['killed']++;
    } else {
        $sender->send('STOP', $ids[$number]);
        $suspended[$number] = now() + mt_rand(1, 800) / 1e3; // longer than some leases
        $done['suspended']++;
    }
}
foreach (array_keys($suspended) as $number) {
    $sender->send('CONT', $ids[$number]);
}
echo implode(array_map(fn(PhpChild $process) => $process->finish(), $processes));
$found = check_ledger($directory, 'permits', reliable: false, capacity: PERMITS);
say('more than there are', $found['overlaps']);
say('the most at once', $found['most']);
say('killed and suspended', min($done) > 0);
$last = new RedisSemaphore('k', permits: 5, server: $redis->address, weight: 5);
say('in the end, all of them', $last->acquire());
printf("%d claims; %d killed, %d suspended\n", $found['claims'], $done['killed'], $done['suspended']);
?>
--EXPECTF--
more than there are: 0
the most at once: 5
killed and suspended: true
in the end, all of them: true
%d claims; %d killed, %d suspended
