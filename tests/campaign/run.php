<?php

declare(strict_types=1);

/**
 * A random stress test. Processes compete for exclusive locks, shared locks and permits over faulty proxies, while they are
 * suspended, killed, interrupted and forked. Each writes the promises that it got to a ledger, all on one clock, and the ledger
 * is checked at the end. Sentinel and the cluster have no proxies: their masters are suspended, for less than a failover takes,
 * and the lock's slot moves.
 *
 *   php -n run.php SECONDS [CLASS]    CLASS: the class of the locks, RedisLock or one of broken.php
 *
 * Needs REDISLOCK_SO. Exits with 1 if a promise was broken, two processes held a lock at once, or a process failed.
 */

require_once __DIR__ . '/../../server-tests/inc/bootstrap.php';
require_once __DIR__ . '/../../php-tests/inc/signals.php';
require_once __DIR__ . '/ledger.php';

ini_set('memory_limit', '-1'); // a long campaign has a long ledger
const PROCESSES = 5; // for each lock

$seconds = (float) ($argv[1] ?? 60);
$class = $argv[2] ?? 'RedisLock';
$directory = sys_get_temp_dir() . '/campaign-' . bin2hex(random_bytes(6));
mkdir($directory, 0700) || exit(1);
mt_srand($seed = random_int(0, PHP_INT_MAX));
echo "seed $seed, $seconds s, $class\n";

$certificates = (new Certificates())->issue('server');
$servers = [
    'TCP' => [RedisServer::start(tcp: true)],
    'TLS' => [RedisServer::start()],
    'Unix socket' => [RedisServer::start()],
    'permits' => [RedisServer::start(tcp: true)],
    'quorum of 3' => array_map(fn() => RedisServer::start(), range(1, 3)),
    'quorum of 5' => array_map(fn() => RedisServer::start(), range(1, 5)),
];
// A quorum of five survives faults of two servers; of the three servers, all meet faults.
$faulty = function (string $kind) use (&$servers) {
    return $kind === 'quorum of 5' ? array_slice($servers[$kind], 0, 2) : $servers[$kind];
};
$timeouts = 'read_timeout=0.3&connect_timeout=0.3';
$proxies = $addresses = [];
foreach ($servers as $kind => $list) {
    foreach ($list as $number => $server) {
        if (!in_array($server, $faulty($kind), true)) {
            $addresses[$kind][] = "$server->address?$timeouts";
            continue;
        }
        $listen = match ($kind) {
            'TCP', 'TLS', 'permits' => 'tcp://127.0.0.1:' . free_port(),
            default => "unix://$directory/" . strtr($kind, ' ', '-') . "-$number",
        };
        $pem = $kind === 'TLS' ? [$certificates->path('server.pem'), $certificates->path('server.key')] : [];
        $proxies[] = $proxy = PhpChild::run([__DIR__ . '/../../campaign/proxy.php'], [$listen, $server->address, $directory, mt_rand(), $class === 'ForgetsLateCommands' ? 'late' : 'all', ...$pem], extensions: []);
        $proxy->hear() === 'ready' || throw new RuntimeException('a proxy does not start');
        $addresses[$kind][] = match ($kind) {
            'TCP', 'permits' => str_replace('tcp:', 'redis:', $listen) . "?$timeouts",
            'TLS' => str_replace('tcp:', 'rediss:', $listen) . "?ca=$certificates->ca&$timeouts",
            default => "$listen?$timeouts",
        };
    }
}
$deployments = $class === 'RedisLock' ? ['Sentinel' => new Sentinels('redis-server', downAfter: 60_000), 'cluster' => new Cluster('redis-server', nodeTimeout: 60_000)] : [];
foreach ($deployments as $kind => $deployment) {
    $servers[$kind] = $deployment->nodes();
    $addresses[$kind] = ["{$deployment->server()}?$timeouts"];
}

$until = now() + $seconds;
$processes = [];
$start = function (string $kind) use (&$processes, $class, $addresses, $directory, $until) {
    $address = count($addresses[$kind]) === 1 ? $addresses[$kind][0] : $addresses[$kind];
    $process = PhpChild::run(
        [__DIR__ . '/worker.php'],
        [$class, $kind, json_encode($address, JSON_THROW_ON_ERROR), $directory, $until, mt_rand()],
        mergeErrors: true,
        under: ['sh', '-c', 'exec "$@"', 'php'],
    );
    try {
        $word = $process->hear();
    } catch (RuntimeException) {
        $word = '';
    }
    $word === 'ready' || throw new RuntimeException("a process does not start: $word {$process->finish()} $process->exitCode");
    $processes[] = [$kind, $process, $process->processId()];
};
if ($class !== 'RedisLock') {
    $servers = array_intersect_key($servers, ['TCP' => 0, 'Unix socket' => 0]); // all that they can do
}
foreach (array_keys($servers) as $kind) {
    for ($n = 0; $n < PROCESSES; $n++) {
        $start($kind);
    }
}

$done = ['killed' => 0, 'suspended' => 0, 'signals' => 0, 'servers suspended' => 0, 'slots moved' => 0];
$failures = 0;
$bury = function (int $number, bool $killed) use (&$processes, &$failures) {
    $words = $processes[$number][1]->finish();
    $code = $processes[$number][1]->exitCode;
    unset($processes[$number]);
    if ($words !== '' || $code !== 0 && !$killed) {
        echo "a process ended with $code: $words\n";
        $failures++;
    }
};
$suspended = [];
$signals = new SignalSender();
while (now() < $until) {
    usleep(mt_rand(5_000, 60_000));
    foreach ($suspended as $number => $time) {
        if (now() > $time) {
            isset($processes[$number]) && $signals->send('CONT', $processes[$number][2]);
            unset($suspended[$number]);
        }
    }
    $number = array_rand($processes);
    [$kind, $process, $id] = $processes[$number];
    if (!isset($suspended[$number]) && $process->hasSpoken()) { // it ends by itself now and then
        $bury($number, false);
        $start($kind);
        continue;
    }
    switch (mt_rand(0, 9)) {
        case 0:
            $signals->send('KILL', $id);
            unset($suspended[$number]);
            $bury($number, true);
            $start($kind);
            $done['killed']++;
            break;
        case 1:
        case 2:
            $signals->send('STOP', $id);
            $suspended[$number] = now() + mt_rand(1, 2_500) / 1e3;
            $done['suspended']++;
            break;
        case 3:
            if (mt_rand(0, 9) === 0) {
                if ($kind === 'cluster' && mt_rand(0, 1)) {
                    $others = array_filter($deployments[$kind]->masters(), fn(Node $node) => $node !== $deployments[$kind]->nodeOf(KEY));
                    $deployments[$kind]->migrateSlot(KEY, $others[array_rand($others)]);
                    $done['slots moved']++;
                    break;
                }
                $server = $faulty($kind)[array_rand($faulty($kind))];
                $server->suspend();
                usleep(mt_rand(1_000, 700_000));
                $server->resume();
                $done['servers suspended']++;
            }
            break;
        default:
            $signals->send(mt_rand(0, 1) ? 'USR1' : 'USR2', $id);
            $done['signals']++;
    }
}
foreach (array_keys($suspended) as $number) {
    $signals->send('CONT', $processes[$number][2]);
}
foreach (array_keys($processes) as $number) {
    $bury($number, false);
}

// Whatever has happened, the lock can be acquired at the end, and the queue's keys expire soon.
foreach ($servers as $kind => $list) {
    $address = isset($deployments[$kind]) ? $deployments[$kind]->server() : (count($list) === 1 ? $list[0]->address : array_column($list, 'address'));
    $options = ['key' => KEY, 'ttl' => 5.0, 'wait' => 20.0, 'server' => $address];
    $lock = $kind === 'permits' ? new RedisSemaphore(...$options, permits: ALL_PERMITS, weight: ALL_PERMITS) : new RedisLock(...$options);
    if (!$lock->acquire() || !$lock->release()) {
        echo "$kind: the lock cannot be had any more\n";
        $failures++;
    }
}
foreach ($proxies as $proxy) {
    $proxy->finish();
}

$broken = 0;
foreach (array_keys($servers) as $kind) {
    $reliable = $kind !== 'quorum of 3';
    $found = check_ledger($directory, $kind, $reliable, $kind === 'permits' ? ALL_PERMITS : WHOLE);
    $broken += $found['overlaps'] + ($reliable ? $found['lost before their time'] : 0);
    $found['claims'] > 0 || $failures++;
    echo str_pad($kind, 12), ' ', describe($found), "\n";
}
echo 'done to processes: ', describe($done), "\n";
$faults = array_count_values(array_map(rtrim(...), array_merge(...array_map(file(...), glob("$directory/faults-*")))));
ksort($faults);
echo 'done to commands: ', describe($faults), "\n";
if (($broken + $failures === 0 || $class !== 'RedisLock') && !getenv('REDISLOCK_KEEP')) {
    array_map(unlink(...), glob("$directory/*"));
    rmdir($directory);
} else {
    echo "the ledger is in $directory\n";
}
echo "$broken broken, $failures failures\n";
exit($broken + $failures === 0 ? 0 : 1);

function describe(array $counts): string
{
    return implode(', ', array_map(fn(string $what, int|float $count) => "$count $what", array_keys($counts), $counts));
}
