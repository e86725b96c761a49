<?php

declare(strict_types=1);

/**
 * Has processes compete for locks while a schedule of faults goes on, writes one history of it all, and has two checkers judge it:
 *
 *   php -n run.php [--kind K] [--seconds S] [--seed N | --seeds A-B] [--out FOLDER] [--plan | --broken | --class C]
 *
 * K is a kind of server, or several with commas; without it, the seconds are shared by all kinds. --seeds repeats that with each seed
 * from A to B, adds each run's result to results.jsonl, keeps the histories with a broken promise only, and skips the runs that are
 * there already, so it can be stopped and called again. --plan prints the schedule, and does
 * nothing else. C is a class of broken.php; --broken has each of them searched until it is found. Needs REDISLOCK_SO. Exits with 1 if a
 * promise was broken; with --broken, if one of them was not found.
 */

require_once __DIR__ . '/../server-tests/inc/bootstrap.php';
require_once __DIR__ . '/../php-tests/inc/signals.php';
require_once __DIR__ . '/locks.php';
require_once __DIR__ . '/driven.php';
require_once __DIR__ . '/schedule.php';
require_once __DIR__ . '/Recorder.php';
require_once __DIR__ . '/Servers.php';
require_once __DIR__ . '/Conductor.php';
require_once __DIR__ . '/judge.php';

ini_set('memory_limit', '-1'); // a long run has a long history
/** A broken lock is searched for in rounds of so many seconds, for two minutes at most. */
const ROUND = 15.0;
const ROUNDS = 8;

$options = getopt('', ['kind:', 'seconds:', 'seed:', 'seeds:', 'out:', 'class:', 'plan', 'broken'], $rest);
if ($rest < $argc) {
    fwrite(STDERR, "campaign: \"$argv[$rest]\" is not understood; the options are --kind, --seconds, --seed, --seeds, --out, --plan, --broken, --class\n");
    exit(2);
}
$class = $options['class'] ?? 'RedisLock';
is_subclass_of($class, Driven::class) && $class::prepare();
$kinds = match (true) {
    isset($options['kind']) => explode(',', $options['kind']),
    $class !== 'RedisLock' => [$class::SERVER],
    default => array_values(array_diff(Servers::KINDS, ['valkey'])), // which has to be fetched
};
foreach (array_diff($kinds, Servers::KINDS) as $unknown) {
    fwrite(STDERR, "campaign: there is no kind of server \"$unknown\"; there are " . implode(', ', Servers::KINDS) . "\n");
    exit(2);
}
$seed = (int) ($options['seed'] ?? random_int(1, 999_999));
if (isset($options['seeds']) && preg_match('/^\d+-\d+$/', $options['seeds']) !== 1) {
    fwrite(STDERR, "campaign: --seeds is two numbers, like 1-20\n");
    exit(2);
}
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
$missed = 0;
if (isset($options['broken'])) {
    echo "seed $seed\n";
    foreach (BROKEN_LOCKS as $broken) {
        [$rounds, $result] = search($broken, $seed, $out);
        $results[] = $result;
        $missed += $result['broken'] === 0 ? 1 : 0;
        print_search($broken, $rounds * ROUND, $result);
    }
    [$rounds, $result] = search('SimpleLock', $seed, $out, most: 1);
    $missed += $result['broken'] === 0 ? 0 : 1;
    print_search('SimpleLock, which is right', ROUND, $result);
} elseif (isset($options['seeds'])) {
    foreach (@file("$out/results.jsonl") ?: [] as $line) {
        $result = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
        $results["{$result['kind']}-{$result['seed']}"] = $result;
    }
    foreach (range(...explode('-', $options['seeds'])) as $seed) {
        foreach (array_filter($kinds, fn(string $kind) => !isset($results["$kind-$seed"])) as $kind) {
            $folder = "$out/$kind-$seed";
            is_dir($folder) && remove_folder($folder); // of a run that was stopped
            $results["$kind-$seed"] = $result = campaign($kind, $seed, $seconds, $class, $folder);
            file_put_contents("$out/results.jsonl", json_encode($result, JSON_UNESCAPED_SLASHES) . "\n", FILE_APPEND);
            $result['broken'] > 0 || remove_folder($folder);
            print_result($result);
        }
        print_sum($results);
    }
    $results = array_values($results);
} else {
    foreach ($kinds as $kind) {
        $results[] = $result = campaign($kind, $seed, $seconds, $class, "$out/$kind");
        print_result($result);
    }
}
file_put_contents("$out/result.json", json_encode(['runs' => $results], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES) . "\n");
$broken = array_sum(array_column($results, 'broken'));
if (isset($options['out']) || $broken > 0 && !isset($options['broken'])) {
    echo "the histories are in $out\n";
} else {
    remove_folder($out);
}
echo isset($options['broken']) ? "$missed not found\n" : "$broken broken\n";
exit((isset($options['broken']) ? $missed : $broken) === 0 ? 0 : 1);

/** Runs one campaign and has it judged. */
function campaign(string $kind, int $seed, float $seconds, string $class, string $folder): array
{
    mkdir($folder, 0700) || exit(1);
    (new Conductor($kind, $seed, $seconds, $class, $folder))->run();

    return ['kind' => $kind, 'seed' => $seed, 'seconds' => $seconds, 'class' => $class] + judge("$folder/history.jsonl");
}

/** @return array{int, array} how many rounds it took until a promise was broken, and the result of the last one */
function search(string $class, int $seed, string $out, int $most = ROUNDS): array
{
    for ($round = 1; ; $round++) {
        $result = campaign($class::SERVER, $seed + $round - 1, ROUND, $class, "$out/$class-$round");
        if ($result['broken'] > 0 || $round === $most) {
            return [$round, $result];
        }
    }
}
