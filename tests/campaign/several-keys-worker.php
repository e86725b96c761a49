<?php

declare(strict_types=1);

/**
 * One of the processes of several-keys.php: worker.php <address> <directory> <until, or a number of seconds> <seed>. Takes random sets of keys,
 * and adds one to the counter of each key that it holds.
 */

require_once __DIR__ . '/../../php-tests/inc/time.php';
require_once __DIR__ . '/ledger.php';
require_once __DIR__ . '/key-counter.php';

[, $address, $directory, $seed] = $argv;
mt_srand((int) $seed);
$options = ['server' => $address, 'ttl' => 3.0, 'wait' => 60.0, 'fenced' => true];
$ledgers = array_map(fn(int $n) => new Ledger($directory, "key-$n"), range(0, KEYS - 1));
$acquired = fopen("$directory/acquired." . getmypid() . '.' . bin2hex(random_bytes(3)), 'a');
echo "ready\n";
while (fgets(STDIN) === "go\n") {
    $numbers = (array) array_rand(array_fill(0, KEYS, true), mt_rand(1, 5));
    shuffle($numbers); // the order in which a program names them must not matter
    $own = array_map(fn(int $n) => $ledgers[$n], $numbers);
    $lock = new RedisMultiLock(
        array_map(key_of(...), $numbers),
        ...$options + [
            'autoRenew' => (bool) mt_rand(0, 1),
            'confirmRelease' => (bool) mt_rand(0, 3),
            'token' => mt_rand(0, 7) ? null : bin2hex(random_bytes(16)),
            'label' => mt_rand(0, 1) ? 'worker' : null,
        ],
    );
    $start = now();
    try {
        $is_patient = mt_rand(0, 9) > 0;
        $has_it = $lock->acquire($is_patient ? null : mt_rand(0, 20) / 1e3);
        $waited = now() - $start;
        if (!$has_it) {
            $is_patient && fwrite(STDOUT, "waited in vain for {$lock->getBlockedBy()}\n");
            echo "done\n";
            continue;
        }
        fwrite($acquired, sprintf("%d %.4f\n", count($numbers), $waited));
        foreach ($own as $ledger) {
            $ledger->ask($lock);
        }
        $fences = $lock->getFences();
        $counts = array_map(fn(int $n) => read_count($directory, $n), $numbers);
        usleep(mt_rand(0, 3_000));
        foreach ($numbers as $place => $n) {
            $lock->isHeld() && add_one($directory, $n, $counts[$place], $fences[key_of($n)]);
        }
        foreach ($own as $ledger) {
            $ledger->ask($lock);
            $ledger->stop();
        }
        mt_rand(0, 9) ? $lock->release() : $lock = null;
        echo "acquired\n";
        continue;
    } catch (RedisLockException $exception) {
        fwrite($acquired, "# {$exception->getMessage()}\n");
    }
    foreach ($own as $ledger) {
        $ledger->stop();
    }
    echo "done\n";
}
