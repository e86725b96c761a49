<?php

/**
 * The uncontended cycle, acquire + release, of RedisLock against hiredis and phpredis.
 *
 *     bench.php REDISLOCK_SO HIREDIS_PROGRAM SERVER_PID PORT SOCKET TEMP_DIR [ROUNDS [CYCLES]]
 *
 * run.sh starts the server and calls this; README.md says what the numbers mean.
 */

declare(strict_types=1);

require __DIR__ . '/figure.php';

const KEY = 'bench:uncontended';
const TTL_MS = 30_000;
const WARM_UP_CYCLES = 1_000;
// Far above any honest batch, under valgrind too: only a contestant that hangs gets here.
const PATIENCE_SECONDS = 60;
// Two lengths, so that start-up, connecting and loading the script cancel out in the difference.
const CALLGRIND_CYCLES = [200, 1_200];

/** A long-lived process that runs batches of cycles when it is told to. */
final class Contestant
{
    /** @var array<string, int[]> nanoseconds of each round's batch, by placement */
    public array $rounds = [];
    public string $commands = '';
    public int $instructions = 0;
    /** @var resource|null */
    private $process = null;
    private array $pipes = [];

    /** @param string[] $command */
    public function __construct(public readonly string $name, private readonly array $command) {}

    /** @param string[] $under a tool to run the process under, with its options */
    public function start(array $under = []): void
    {
        $process = proc_open([...$under, ...$this->command], [['pipe', 'r'], ['pipe', 'w'], STDERR], $this->pipes);
        $this->process = $process ?: throw new RuntimeException("$this->name: cannot be started");
    }

    /** Runs one batch and returns its nanoseconds. */
    public function run(int $cycles): int
    {
        // A contestant that has died makes this write fail; the read below reports it.
        @fwrite($this->pipes[0], "run $cycles\n");
        [$readable, $none] = [[$this->pipes[1]], null];
        if (!stream_select($readable, $none, $none, PATIENCE_SECONDS)) {
            proc_terminate($this->process, 9);
            throw new RuntimeException("$this->name: no answer within " . PATIENCE_SECONDS . ' s');
        }
        $answer = trim((string) fgets($this->pipes[1]));
        return is_numeric($answer)
            ? (int) $answer
            : throw new RuntimeException("$this->name: failed" . ($answer === '' ? '' : ": $answer"));
    }

    /** Ends the process by closing its input, and waits for it. */
    public function stop(): void
    {
        array_map(fclose(...), $this->pipes);
        $status = proc_close($this->process);
        $status === 0 || throw new RuntimeException("$this->name: exit status $status");
    }
}

/** Sends one command and returns the text of its reply. @param resource $server */
function ask($server, string $command): string
{
    fwrite($server, "$command\r\n");
    $line = (string) fgets($server);
    return str_starts_with($line, '$') ? stream_get_contents($server, (int) substr($line, 1) + 2) : $line;
}

/**
 * What the server executes in one cycle, with what a script calls: "del evalsha get set".
 *
 * @param resource $server
 */
function commandsOfACycle(Contestant $contestant, $server): string
{
    ask($server, 'CONFIG RESETSTAT');
    $contestant->run(WARM_UP_CYCLES);
    preg_match_all('/^cmdstat_([^:]+):calls=(\d+)/m', ask($server, 'INFO commandstats'), $found, PREG_SET_ORDER);
    $commands = [];
    foreach ($found as [, $name, $calls]) {
        $perCycle = round($calls / WARM_UP_CYCLES, 1);
        if ($perCycle > 0) {
            $commands[] = $perCycle === 1.0 ? $name : "$name x $perCycle";
        }
    }
    sort($commands);
    return implode(' ', $commands);
}

function instructionsOfARun(Contestant $contestant, int $cycles, string $out): int
{
    $contestant->start(['valgrind', '--quiet', '--tool=callgrind', "--callgrind-out-file=$out"]);
    $contestant->run($cycles);
    $contestant->stop();
    preg_match('/^totals: (\d+)/m', (string) file_get_contents($out), $found)
        || throw new RuntimeException("$contestant->name: callgrind wrote no totals");
    return (int) $found[1];
}

/** The options that load phpredis without the system's php.ini: some builds of it need a serializer loaded first. */
function phpredisOptions(): array
{
    foreach ([['redis'], ['igbinary', 'redis'], ['igbinary', 'msgpack', 'redis'], []] as $extensions) {
        $options = array_merge(...array_map(fn ($name) => ['-d', "extension=$name"], $extensions));
        if (versionOf($options, 'redis') !== '') {
            return $options;
        }
    }
    throw new RuntimeException('phpredis (the PHP extension "redis") is missing');
}

/** The version of an extension as loaded by these options, or '' if they do not load it. @param string[] $options */
function versionOf(array $options, string $extension): string
{
    return outputOf([PHP_BINARY, '-n', ...$options, '-r', "echo phpversion('$extension');"]);
}

/**
 * The CPUs that the contestants and the server are bound to, by placement. Left to itself, the scheduler changes its
 * mind between sharing a CPU and spreading over two, whose times differ several fold: a median over both is chance.
 *
 * @return array<string, array{string, string}> client's and server's CPU
 */
function placements(): array
{
    preg_match('/^Cpus_allowed_list:\s*(.+)$/m', file_get_contents('/proc/self/status'), $allowed);
    $cpus = [];
    foreach (explode(',', $allowed[1]) as $range) {
        [$from, $to] = explode('-', "$range-$range");
        array_push($cpus, ...range((int) $from, (int) $to));
    }
    // The last ones: the first is where most systems handle their interrupts.
    $client = (string) array_pop($cpus);
    $other = array_pop($cpus);
    return ['one CPU' => [$client, $client]] + ($other === null ? [] : ['two CPUs' => [$client, (string) $other]]);
}

/** @param string[] $command */
function outputOf(array $command): string
{
    $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['file', '/dev/null', 'w']], $pipes);
    $output = trim(stream_get_contents($pipes[1]));
    proc_close($process);
    // PHP prints the warning about an extension that it cannot load to standard output.
    return str_contains($output, 'Warning') ? '' : $output;
}

/** @param array<int|float> $values */
function quantile(array $values, float $q): float
{
    sort($values);
    return $values[(int) round($q * (count($values) - 1))];
}

function ratio(string $placement, Contestant $a, Contestant $b): float
{
    return quantile($a->rounds[$placement], 0.5) / quantile($b->rounds[$placement], 0.5);
}

/** @param array<string, array<string, Contestant>> $transports */
function measure(array $transports, string $placement, int $rounds, int $cycles): void
{
    foreach ($transports as $contestants) {
        foreach ($contestants as $contestant) {
            $contestant->run(WARM_UP_CYCLES);
        }
    }
    for ($round = 0; $round < $rounds; $round++) {
        foreach ($transports as $contestants) {
            // Each contestant takes each place equally often, forwards and backwards: so the caches and the state of the
            // CPU that its predecessor leaves favour none.
            $order = array_values($contestants);
            $first = $round % count($order);
            $order = [...array_slice($order, $first), ...array_slice($order, 0, $first)];
            foreach (intdiv($round, count($order)) % 2 ? array_reverse($order) : $order as $contestant) {
                $contestant->rounds[$placement][] = $contestant->run($cycles);
            }
        }
    }
}

/** @param array<string, Contestant> $contestants */
function printTable(string $transport, string $placement, array $contestants, int $cycles): void
{
    // Not by printf: the header's µ is one column and two bytes.
    echo str_pad("uncontended acquire + release, $transport, $placement", 55),
        "µs/cycle  (quartiles)        vs hiredis  vs phpredis eval  instructions  server executes\n";
    foreach ($contestants as $contestant) {
        $µs = fn (float $q) => quantile($contestant->rounds[$placement], $q) / $cycles / 1000;
        printf(
            "  %-52s %8.2f  (%6.2f - %6.2f)  %10.3f  %16.3f  %12s  %s\n",
            $contestant->name,
            $µs(0.5),
            $µs(0.25),
            $µs(0.75),
            ratio($placement, $contestant, $contestants['hiredis']),
            ratio($placement, $contestant, $contestants['phpredis-eval']),
            number_format($contestant->instructions),
            $contestant->commands,
        );
        figure("cycle: $transport, $placement: $contestant->name", $µs(0.5), 'µs');
        figure("cycle: $transport, $placement: $contestant->name: against hiredis", ratio($placement, $contestant, $contestants['hiredis']));
        figure("cycle: $transport: $contestant->name: instructions", $contestant->instructions);
    }
    foreach ($contestants as $contestant) {
        $rounds = $contestant->rounds[$placement];
        if (quantile($rounds, 0.75) > 1.1 * quantile($rounds, 0.25)) {
            echo "  noisy: quartiles more than 10 % apart, the ratios are worth less than their digits\n";
            break;
        }
    }
    echo "\n";
}

function printBudget(string $what, float $measured, float $must, float $aim, int $decimals): void
{
    $number = fn (float $value) => number_format($value, $decimals);
    printf(
        "  %-52s %8s  must be <= %s: %s; aim <= %s: %s\n",
        $what,
        $number($measured),
        $number($must),
        $measured <= $must ? 'met' : 'NOT MET',
        $number($aim),
        $measured <= $aim ? 'met' : 'not met',
    );
}

/**
 * @param array<string, array<string, Contestant>> $transports
 * @param string[] $placements
 */
function printBudgets(array $transports, array $placements): void
{
    echo "budgets of RedisLock\n";
    foreach ($placements as $placement) {
        foreach ($transports as $transport => ['redislock' => $lock, 'hiredis' => $hiredis]) {
            $time = ratio($placement, $lock, $hiredis);
            printBudget("(a) time against hiredis, $transport, $placement", $time, 1.05, 1.00, 3);
        }
    }
    foreach ($placements as $placement) {
        ['redislock-unconfirmed' => $lock, 'hiredis' => $hiredis] = $transports['TCP'];
        $time = ratio($placement, $lock, $hiredis);
        printBudget("(d) unconfirmed against hiredis, TCP, $placement", $time, 0.60, 0.55, 3);
    }
    foreach ($placements as $placement) {
        ['redislock' => $lock, 'phpredis-eval' => $eval] = $transports['TCP'];
        $time = ratio($placement, $lock, $eval);
        printBudget("(b) time against phpredis eval, TCP, $placement", $time, 1.00, 0.90, 3);
    }
    foreach ($transports as $transport => ['redislock' => $lock]) {
        printBudget("(c) client instructions, $transport", $lock->instructions, 15_000, 8_000, 0);
    }
}

function bench(
    string $so,
    string $hiredis,
    string $serverPid,
    string $port,
    string $socket,
    string $temp,
    int $rounds,
    int $cycles,
): void {
    $script = trim(file_get_contents(__DIR__ . '/release.lua'));
    $ours = ['-d', "extension=$so"];
    $phpredis = phpredisOptions();
    $version = versionOf($ours, 'redislock') ?: throw new RuntimeException("PHP does not load $so");
    $placements = placements();

    // What a contestant has to say about a failure must not pass for an answer.
    $base = [PHP_BINARY, '-n', '-d', 'display_errors=stderr'];
    $php = fn (array $options, string $client) => [...$base, ...$options, __DIR__ . '/contestant.php', $client];
    $clients = [
        'redislock' => ['RedisLock acquire + release', $php($ours, 'redislock')],
        'redislock-unconfirmed' => ['the same, confirmRelease: false', $php($ours, 'redislock-unconfirmed')],
        'hiredis' => ['C, hiredis SET + EVALSHA', [$hiredis]],
        'phpredis-eval' => ['phpredis set + eval', $php($phpredis, 'phpredis-eval')],
        'phpredis-evalsha' => ['phpredis set + evalSha', $php($phpredis, 'phpredis-evalsha')],
    ];
    $transports = [];
    foreach (['TCP' => $port, 'Unix socket' => $socket] as $transport => $address) {
        foreach ($clients as $client => [$name, $command]) {
            $transports[$transport][$client] =
                new Contestant($name, [...$command, $address, KEY, (string) TTL_MS, $script]);
        }
    }

    printf(
        "PHP %s, phpredis %s, hiredis %s, %s, redislock %s; %d rounds of %d cycles\n\n",
        PHP_VERSION,
        versionOf($phpredis, 'redis'),
        outputOf([$hiredis, '--version']),
        outputOf(['valgrind', '--version']),
        $version,
        $rounds,
        $cycles,
    );

    $server = stream_socket_client("unix://$socket");
    foreach ($transports as $contestants) {
        foreach ($contestants as $contestant) {
            $contestant->start(['taskset', '-c', current($placements)[0]]);
            $contestant->run(WARM_UP_CYCLES);
            $contestant->commands = commandsOfACycle($contestant, $server);
        }
    }
    foreach ($placements as $placement => [, $serverCpu]) {
        outputOf(['taskset', '-acp', $serverCpu, $serverPid]);
        measure($transports, $placement, $rounds, $cycles);
    }
    foreach ($transports as $contestants) {
        foreach ($contestants as $contestant) {
            $contestant->stop();
            [$fewer, $more] = CALLGRIND_CYCLES;
            $contestant->instructions = intdiv(
                instructionsOfARun($contestant, $more, "$temp/callgrind.out")
                    - instructionsOfARun($contestant, $fewer, "$temp/callgrind.out"),
                $more - $fewer,
            );
        }
    }

    foreach ($placements as $placement => $_) {
        foreach ($transports as $transport => $contestants) {
            printTable($transport, $placement, $contestants, $cycles);
        }
    }
    if (count($placements) < 2) {
        echo "two CPUs: not measured, only one may be used here\n\n";
    }
    printBudgets($transports, array_keys($placements));
}

try {
    [, $so, $hiredis, $serverPid, $port, $socket, $temp] = $argv;
    bench($so, $hiredis, $serverPid, $port, $socket, $temp, (int) ($argv[7] ?? 80), (int) ($argv[8] ?? 300));
} catch (Throwable $e) {
    fwrite(STDERR, "bench: {$e->getMessage()}\n");
    exit(1);
}
