--TEST--
Figures of a benchmark are collected from all passes, two files of them are compared, and charts are drawn
--FILE--
<?php
$bench = __DIR__ . '/../../bench';
require "$bench/figure.php";
$folder = sys_get_temp_dir() . '/figures-' . getmypid();
mkdir($folder);

/** Runs a script of the benchmarks. */
function run(string ...$command): string
{
    exec(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n', ...$command])) . ' 2>&1', $lines, $status);

    return implode("\n", $lines) . "\nstatus $status\n";
}

/** Notes figures in two passes, and collects them in a file. */
function collect(string $to, float $factor): void
{
    global $bench, $folder;
    putenv("REDISLOCK_FIGURES=$folder/noted");
    @unlink("$folder/noted");
    foreach ([1.0, 1.2] as $noise) {
        figure('becomes greater', 10 * $factor * $noise, 'µs');
        figure('within the noise', 100 * $noise, 'µs');
        figure('becomes less', 10 / $factor * $noise, 'µs');
        figure_of_text('several in a text', '1.5 ms, 900 µs');
        foreach ([1, 1_000] as $waiters) {
            figure_of_text("crowds: $waiters waiters, 2 ms each: a hand-over, mean: queue", '1.50 ms');
            figure_of_text("crowds: $waiters waiters, 2 ms each: commands an acquisition: queue", '23.1');
            figure_of_text("crowds: $waiters waiters, 2 ms each: commands an acquisition: 5 ms", '–');
        }
    }
    echo run("$bench/collect.php", "$folder/noted", $to, 'v=7.0.15', 'abc');
}

collect("$folder/old.json", 1.0);
collect("$folder/new.json", 2.0);
$old = json_decode(file_get_contents("$folder/old.json"), true);
echo json_encode($old['figures']['becomes greater'], JSON_UNESCAPED_UNICODE), "\n";
echo json_encode($old['figures']['several in a text'], JSON_UNESCAPED_UNICODE), "\n";
echo json_encode($old['figures']['crowds: 1 waiters, 2 ms each: a hand-over, mean: queue'], JSON_UNESCAPED_UNICODE), "\n";
echo isset($old['figures']['crowds: 1 waiters, 2 ms each: commands an acquisition: 5 ms']) ? 'a dash is a figure' : 'a dash is no figure', "\n";

echo "-- the same\n", run("$bench/compare.php", "$folder/old.json", "$folder/old.json");
echo "-- another\n", run("$bench/compare.php", "$folder/old.json", "$folder/new.json");
file_put_contents("$folder/none.json", '{}');
echo "-- no figures\n", str_replace($folder, '', run("$bench/compare.php", "$folder/old.json", "$folder/none.json"));

echo "-- charts\n";
$chart = run("$bench/chart.php", "$folder/new.json", 'waiting');
echo substr_count($chart, '<circle'), ' points, ', substr_count($chart, '>queue</text>'), " names of lines\n";
echo run("$bench/chart.php", "$folder/new.json", 'renewal');
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
status 0

status 0
{"unit":"µs","values":[10,12]}
{"unit":"µs","values":[1500,1500]}
{"unit":"µs","values":[1500,1500]}
a dash is no figure
-- the same
Greater by more than the noise: 0 of 8
Less by more than the noise: 0 of 8
status 0
-- another
Greater by more than the noise: 1 of 8
  becomes greater: 12 → 24 µs (+100 %)
Less by more than the noise: 1 of 8
  becomes less: 12 → 6 µs (-50 %)
status 1
-- no figures
bench: /none.json has no figures: bench/run.sh all writes them
status 2
-- charts
4 points, 2 names of lines
bench: there are no figures for this chart
status 1
