--TEST--
The schedule of a campaign's faults depends on the kind of server, the seed and the length, and on nothing else
--FILE--
<?php
require __DIR__ . '/../inc/output.php';
$plan = function (string $kind, int $seed): array {
    exec(escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg(__DIR__ . '/../../campaign/run.php') . " --kind $kind --seconds 60 --seed $seed --plan", $lines);
    return $lines;
};
$of_seven = $plan('tcp', 7);
say('many faults', count($of_seven) > 300);
say('the same seed, the same schedule', $plan('tcp', 7) === $of_seven);
say('another seed, another schedule', $plan('tcp', 8) !== $of_seven);
say('each fault of this kind of server', count(array_unique(array_map(fn(string $line) => json_decode($line)->fault, $of_seven))));
say('a cluster has others', preg_grep('/slot moved/', $plan('cluster', 7)) !== [] && preg_grep('/slot moved/', $of_seven) === []);
echo $of_seven[0], "\n";
?>
--EXPECT--
many faults: true
the same seed, the same schedule: true
another seed, another schedule: true
each fault of this kind of server: 10
a cluster has others: true
{"kind":"tcp","at":516,"fault":"permissions taken","choice":722372,"for":87}
