<?php

declare(strict_types=1);

/**
 * Has processes compete for locks while a schedule of faults goes on, and writes one history of it all:
 *
 *   php -n run.php [--kind K] [--seconds S] [--seed N] [--out FOLDER] [--class C] [--plan]
 *
 * K is a kind of server, or several with commas; without it, the seconds are shared by all kinds. C is a class of broken.php.
 * --plan prints the schedule, and does nothing else. Needs REDISLOCK_SO. Exits with 1 if a promise was broken.
 */

require_once __DIR__ . '/../server-tests/inc/bootstrap.php';
require_once __DIR__ . '/../php-tests/inc/signals.php';
require_once __DIR__ . '/locks.php';
require_once __DIR__ . '/broken.php';
require_once __DIR__ . '/schedule.php';
require_once __DIR__ . '/Recorder.php';
require_once __DIR__ . '/Servers.php';
require_once __DIR__ . '/Conductor.php';
require_once __DIR__ . '/judge.php';

ini_set('memory_limit', '-1'); // a long run has a long history
const OPTIONS = ['kind', 'seconds', 'seed', 'out', 'class'];

$options = getopt('', [...array_map(fn(string $name) => "$name:", OPTIONS), 'plan', 'keep'], $rest);
if ($rest < $argc) {
    fwrite(STDERR, "campaign: \"$argv[$rest]\" is not understood; the options are --kind, --seconds, --seed, --out, --plan, --keep\n");
    exit(2);
}
$class = $options['class'] ?? 'RedisLock';
$kinds = match (true) {
    isset($options['kind']) => explode(',', $options['kind']),
    $class !== 'RedisLock' => [$class::SERVER],
    default => array_diff(Servers::KINDS, ['valkey']), // which has to be fetched
};
foreach (array_diff($kinds, Servers::KINDS) as $unknown) {
    fwrite(STDERR, "campaign: there is no kind of server \"$unknown\"; there are " . implode(', ', Servers::KINDS) . "\n");
    exit(2);
}
$seed = (int) ($options['seed'] ?? random_int(1, 999_999));
$seconds = (float) ($options['seconds'] ?? 60) / count($kinds);
if (isset($options['plan'])) {
    foreach ($kinds as $kind) {
        foreach (schedule($kind, $seed, $seconds) as $entry) {
            echo json_encode(['kind' => $kind] + $entry), "\n";
        }
    }
    exit;
}

$out = $options['out'] ?? sys_get_temp_dir() . '/campaign-' . bin2hex(random_bytes(6));
is_dir($out) || mkdir($out, 0700, true) || exit(1);
$results = [];
foreach ($kinds as $kind) {
    printf("%s, seed %d, %.1f s%s\n", $kind, $seed, $seconds, $class === 'RedisLock' ? '' : ", $class");
    mkdir($folder = "$out/$kind", 0700) || exit(1);
    $conductor = new Conductor($kind, $seed, $seconds, $class, $folder);
    $conductor->run();
    $results[] = $result = judge("$folder/history.jsonl") + ['kind' => $kind, 'seed' => $seed, 'seconds' => $seconds, 'class' => $class];
    print_result($result);
}
file_put_contents("$out/result.json", json_encode(['runs' => $results], JSON_PRETTY_PRINT) . "\n");
$broken = array_sum(array_column($results, 'broken'));
if (isset($options['out']) || $broken > 0 && $class === 'RedisLock') {
    echo "the history is in $out\n";
} else {
    remove_folder($out);
}
echo "$broken broken\n";
exit($broken === 0 ? 0 : 1);
