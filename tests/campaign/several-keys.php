<?php

declare(strict_types=1);

/**
 * A random stress test of RedisMultiLock. Twelve processes take random sets of one to five of twelve keys, while they are
 * suspended and killed. One server behind a faulty network, and a cluster of three masters in whose slots the keys are spread.
 *
 *   php -n several-keys.php ACQUISITIONS
 *
 * Exits with 1 if two processes held a key at once, an update was lost, a process waited for a minute in vain, or none of the keys
 * can be had at the end.
 */

require_once __DIR__ . '/../../server-tests/inc/bootstrap.php';
require_once __DIR__ . '/../../php-tests/inc/signals.php';
require_once __DIR__ . '/ledger.php';
require_once __DIR__ . '/key-counter.php';

ini_set('memory_limit', '-1'); // a long run has a long ledger
const PROCESSES = 12;

$acquisitions = (int) ($argv[1] ?? 2_000);
mt_srand($seed = (int) ($argv[2] ?? random_int(0, PHP_INT_MAX)));
echo "seed $seed, $acquisitions acquisitions\n";
$folder = sys_get_temp_dir() . '/campaign-' . bin2hex(random_bytes(6));
mkdir($folder, 0700) || exit(1);

$server = RedisServer::start(tcp: true);
$listen = 'tcp://127.0.0.1:' . free_port();
$proxy = PhpChild::run([__DIR__ . '/../../campaign/proxy.php'], [$listen, $server->address, $folder, mt_rand(), 'few'], extensions: []);
$proxy->hear() === 'ready' || throw new RuntimeException('the proxy does not start');
$cluster = new Cluster('redis-server', nodeTimeout: 60_000);
$kinds = [
    'one server' => [str_replace('tcp:', 'redis:', $listen) . '?read_timeout=0.5&connect_timeout=0.5', $server->address],
    'cluster' => ["{$cluster->server()}?read_timeout=0.5&connect_timeout=0.5", $cluster->server()],
];

$broken = 0;
foreach ($kinds as $kind => [$address, $direct]) {
    $directory = "$folder/" . strtr($kind, ' ', '-');
    mkdir($directory);
    [$killed, $suspended] = compete($address, $directory, $acquisitions);
    $taken = array_merge(...array_map(file(...), glob("$directory/acquired.*")));
    $failed = array_filter($taken, fn(string $line) => $line[0] === '#');
    $waits = array_map(fn(string $line) => (float) explode(' ', $line)[1], array_diff($taken, $failed));
    $overlaps = $lost = $writes = $doubles = 0;
    for ($n = 0; $n < KEYS; $n++) {
        $found = check_ledger($directory, "key-$n", reliable: true);
        $overlaps += $found['overlaps'];
        $lost += $found['lost before their time'];
        $values = array_map(intval(...), @file("$directory/counter-$n") ?: []);
        $writes += count($values);
        $doubles += $values !== range(1, count($values)) ? 1 : 0;
    }
    $free = new RedisMultiLock(array_map(key_of(...), range(0, KEYS - 1)), server: $direct, wait: 20.0);
    $is_free = $free->acquire() && $free->release();
    sort($waits);
    printf(
        "%s: %d acquisitions, longest wait %.2f s, median %.4f s, %d writes; %d killed, %d suspended, %d exceptions\n",
        $kind, count($waits), end($waits), $waits[intdiv(count($waits), 2)], $writes, $killed, $suspended, count($failed),
    );
    printf("%s: %d overlaps, %d keys with a lost update, %d lost before their time; all keys can be had: %s\n", $kind, $overlaps, $doubles, $lost, json_encode($is_free));
    $broken += $overlaps + $doubles + $lost + ($is_free ? 0 : 1);
    array_map(unlink(...), $broken ? [] : glob("$directory/*"));
    $broken || rmdir($directory);
}
$proxy->finish();
if ($broken === 0) {
    array_map(unlink(...), glob("$folder/*"));
    rmdir($folder);
} else {
    echo "the ledgers are in $folder\n";
}
echo "$broken broken\n";
exit($broken === 0 ? 0 : 1);

/**
 * Has processes compete until they have acquired that often.
 *
 * @return array{int, int} how many were killed, and how often one was suspended
 */
function compete(string $address, string $directory, int $acquisitions): array
{
    $start = function () use ($address, $directory): array {
        $process = PhpChild::run([__DIR__ . '/several-keys-worker.php'], [$address, $directory, mt_rand()], mergeErrors: true, under: ['sh', '-c', 'exec "$@"', 'php']);
        $process->hear() === 'ready' || throw new RuntimeException('a process does not start');
        $process->tell('go');

        return [$process, $process->processId(), null];
    };
    $processes = array_map(fn() => $start(), range(1, PROCESSES));
    $signals = new SignalSender();
    $done = $killed = $suspended = 0;
    while ($done < $acquisitions) {
        usleep(200);
        foreach ($processes as $number => [$process, $id, $resumes]) {
            if ($resumes !== null && now() > $resumes) {
                $signals->send('CONT', $id);
                $processes[$number][2] = $resumes = null;
            }
            if ($resumes === null && $process->hasSpoken()) {
                $word = $process->hear();
                in_array($word, ['acquired', 'done'], true) || throw new RuntimeException("a process says: $word");
                $done += $word === 'acquired' ? 1 : 0;
                $process->tell('go');
            }
        }
        $number = array_rand($processes);
        [$process, $id, $resumes] = $processes[$number];
        switch (mt_rand(0, 999)) {
            case 0:
                $signals->send('KILL', $id);
                $process->finish();
                $processes[$number] = $start();
                $killed++;
                break;
            case 1:
                if ($resumes === null) {
                    $signals->send('STOP', $id);
                    $processes[$number][2] = now() + mt_rand(1, 4_000) / 1e3;
                    $suspended++;
                }
        }
    }
    foreach ($processes as [$process, $id, $resumes]) {
        $resumes !== null && $signals->send('CONT', $id);
        $process->finish();
    }

    return [$killed, $suspended];
}
