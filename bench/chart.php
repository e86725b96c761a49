<?php

/**
 * Draws a chart of figures that "bench/run.sh all" has measured, as an SVG for light and dark pages.
 *
 *     chart.php FILE waiting    the mean hand-over and the commands an acquisition, over the number of waiters
 *     chart.php FILE renewal    what the background thread costs, over the number of locks
 *     chart.php FILE cycle      an uncontended acquire and release, beside other clients and beside the frameworks' own locks
 *
 * README.md says what the numbers mean. Each point and bar is the median of the passes.
 */

declare(strict_types=1);

const WIDTH = 860;
const TOP = 62;
const BOTTOM = 306;
/** Left and right of the two panels with lines; the names of the lines stand to the right of them. */
const PANELS = [[60, 350], [490, 780]];
/** The left end of the bars, and the width of the longest. */
const BARS = [330, 420];
const BAR_HEIGHT = 26;

in_array($argv[2] ?? '', ['waiting', 'renewal', 'cycle'], true) || fail('chart.php FILE waiting|renewal|cycle');
$all = json_decode((string) file_get_contents($argv[1]), true, flags: JSON_THROW_ON_ERROR);
$figures = array_map(function (array $figure): float {
    sort($figure['values']);

    return (float) $figure['values'][intdiv(count($figure['values']), 2)];
}, $all['figures'] ?? fail("$argv[1] has no figures"));

function fail(string $why): never
{
    fwrite(STDERR, "bench: $why\n");
    exit(1);
}

/**
 * The figures whose names fit, by line and by place across.
 *
 * @param string $pattern has the groups "across" and perhaps "line"
 * @return array<string, array<int, float>>
 */
function points(array $figures, string $pattern, string $line, float $unit = 1.0): array
{
    $points = [];
    foreach ($figures as $name => $value) {
        if (preg_match($pattern, (string) $name, $found)) {
            $points[$found['line'] ?? $line][(int) $found['across']] = $value / $unit;
        }
    }
    $points !== [] || fail('there are no figures for this chart');
    foreach ($points as &$own) {
        ksort($own);
    }

    return $points;
}

/** The powers of ten around some numbers. @return array{int, int} */
function decades(array $numbers): array
{
    $least = (int) floor(log10(min($numbers)));

    return [$least, max((int) ceil(log10(max($numbers))), $least + 1)];
}

/** The place of a number between the two ends of a logarithmic axis. */
function place(float $number, array $decades, float $from, float $to): float
{
    return $from + ($to - $from) * (log10($number) - $decades[0]) / ($decades[1] - $decades[0]);
}

/** Moves texts that would overlap apart: the lowest stays. @param array<string, float> $heights @return array<string, float> */
function apart(array $heights, float $least): array
{
    arsort($heights);
    $below = INF;
    foreach ($heights as &$height) {
        $below = $height = min($height, $below - $least);
    }

    return $heights;
}

function number(int $exponent): string
{
    return $exponent < 0 ? number_format(10 ** $exponent, -$exponent) : number_format(10 ** $exponent);
}

function milliseconds(int $exponent): string
{
    return match (true) {
        $exponent < 0 => 10 ** ($exponent + 3) . ' µs',
        $exponent < 3 => 10 ** $exponent . ' ms',
        default => 10 ** ($exponent - 3) . ' s',
    };
}

/** A panel with lines; both axes are logarithmic. @param array<string, array<int, float>> $points */
function panel(array $points, array $ends, string $title, string $across_name, Closure $label): string
{
    [$left, $right] = $ends;
    $across_all = array_unique(array_merge(...array_map(array_keys(...), array_values($points))));
    [$across, $up] = [decades($across_all), decades(array_merge(...array_map(array_values(...), array_values($points))))];
    $svg = sprintf("\n  <text class=\"name left\" x=\"%d\" y=\"28\">%s</text>\n", $left - 46, $title);
    for ($exponent = $up[0]; $exponent <= $up[1]; $exponent++) {
        $y = place(10 ** $exponent, $up, BOTTOM, TOP);
        $svg .= sprintf("  <path class=\"grid\" d=\"M%d %.1f H%d\"/>\n", $left, $y, $right);
        $svg .= sprintf("  <text class=\"dim right\" x=\"%d\" y=\"%.1f\">%s</text>\n", $left - 6, $y + 4, $label($exponent));
    }
    foreach ($across_all as $number) {
        $svg .= sprintf("  <text class=\"dim\" x=\"%.1f\" y=\"%d\">%s</text>\n", place($number, $across, $left, $right), BOTTOM + 18, number_format($number));
    }
    $svg .= sprintf("  <text class=\"dim\" x=\"%d\" y=\"%d\">%s</text>\n", ($left + $right) / 2, BOTTOM + 36, $across_name);
    $names = $ends_of_lines = [];
    foreach (array_keys($points) as $way => $name) {
        $line = array_map(
            fn(int $number, float $value) => sprintf('%.1f %.1f', place($number, $across, $left, $right), place($value, $up, BOTTOM, TOP)),
            array_keys($points[$name]),
            $points[$name],
        );
        $svg .= sprintf("  <path class=\"line way%d\" d=\"M%s\"/>\n", $way, implode(' L', $line));
        foreach ($line as $point) {
            $svg .= sprintf("  <circle class=\"way%d\" cx=\"%s\" cy=\"%s\" r=\"3\"/>\n", $way, ...explode(' ', $point));
        }
        $names[$name] = place(end($points[$name]), $up, BOTTOM, TOP);
        $ends_of_lines[$name] = place(array_key_last($points[$name]), $across, $left, $right);
    }
    // Lines that end at the same number have their names side by side.
    foreach (array_unique($ends_of_lines) as $end) {
        foreach (apart(array_intersect_key($names, array_filter($ends_of_lines, fn(float $other) => $other === $end)), 15) as $name => $y) {
            $svg .= sprintf("  <text class=\"left way%d\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", array_search($name, array_keys($points), true), $end + 8, $y + 4, htmlspecialchars($name));
        }
    }

    return $svg;
}

/** Groups of bars, each group relative to its first bar. @param array<string, array<string, float>> $groups microseconds by name */
function bars(array $groups, int &$height): string
{
    $svg = '';
    $longest = max(array_map(fn(array $group) => max($group) / reset($group), $groups));
    $y = 28;
    foreach ($groups as $title => $group) {
        $svg .= sprintf("\n  <text class=\"name left\" x=\"14\" y=\"%d\">%s</text>\n", $y, htmlspecialchars($title));
        foreach ($group as $name => $time) {
            $y += BAR_HEIGHT;
            $ratio = $time / reset($group);
            $own = str_contains($name, 'RedisLock') || str_contains($name, 'redislock');
            $svg .= sprintf("  <text class=\"right\" x=\"%d\" y=\"%d\">%s</text>\n", BARS[0] - 8, $y + 4, htmlspecialchars($name));
            $svg .= sprintf("  <rect class=\"way%d\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"16\" rx=\"2\"/>\n", $own ? 0 : 1, BARS[0], $y - 8, BARS[1] * $ratio / $longest);
            $svg .= sprintf("  <text class=\"dim left\" x=\"%.1f\" y=\"%d\">%.2f</text>\n", BARS[0] + BARS[1] * $ratio / $longest + 8, $y + 4, $ratio);
        }
        $y += 44;
    }
    $height = $y + 4;

    return $svg;
}

$height = 384;
switch ($argv[2]) {
    case 'waiting':
        $title = 'Hand-over and commands an acquisition over the number of waiters: in the queue, and by polling every 5, 100 and 250 ms';
        $note = 'Each holder holds the lock for 2 ms. Dashed: polling every 5, 100 or 250 ms.';
        $row = fn(string $row) => "/^crowds: (?<across>\d+) waiters, 2 ms each: $row: (?<line>.*)$/";
        $svg = panel(points($figures, $row('a hand-over, mean'), '', 1e3), PANELS[0], 'from a release to the next holder, mean', 'waiters', milliseconds(...))
            . panel(points($figures, $row('commands an acquisition'), ''), PANELS[1], 'commands an acquisition', 'waiters', number(...));
        break;
    case 'renewal':
        $title = 'What the background thread costs over the number of locks of 30 s: its share of a processor core, and commands a second';
        $note = 'Each lock is renewed when a third of its 30 s is over.';
        $row = fn(string $row) => "/^renewal: (?<across>\d+) locks of 30 s: $row$/";
        $svg = panel(points($figures, $row('CPU of the thread'), 'thread'), PANELS[0], 'share of a processor core, in %', 'locks', number(...))
            . panel(points($figures, $row('commands a second'), 'thread'), PANELS[1], 'commands a second', 'locks', number(...));
        break;
    default:
        $title = 'An uncontended acquire and release, relative to other clients and to the frameworks\' own locks';
        $note = 'TCP, client and server on two processors; below 1 is quicker.';
        $groups = [];
        foreach ($figures as $name => $value) {
            if (preg_match('/^cycle: TCP, two CPUs: ([^:]*)$/', $name, $found)) {
                $groups['bare clients, against C on hiredis'][$found[1]] = $value;
            } elseif (preg_match('/^frameworks: (.*, locks): ([^:]*): cycle$/', $name, $found)) {
                $groups["$found[1], against its own"][$found[2]] = $value;
            }
        }
        $groups !== [] || fail('there are no figures for this chart');
        $hiredis = 'C, hiredis SET + EVALSHA';
        foreach ($groups as &$group) {
            isset($group[$hiredis]) && $group = [$hiredis => $group[$hiredis], ...$group];
        }
        $svg = bars($groups, $height);
}
printf(<<<'SVG'
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" role="img" aria-labelledby="title">
  <title id="title">%3$s</title>
  <style>
    svg { --back: #fff; --ink: #1f2328; --dim: #59636e; --grid: #d1d9e0; --queue: #0969da; --poll: #8250df; --poll2: #bc4c00; --poll3: #9a6700 }
    @media (prefers-color-scheme: dark) {
      svg { --back: #0d1117; --ink: #e6edf3; --dim: #9198a1; --grid: #3d444d; --queue: #58a6ff; --poll: #bc8cff; --poll2: #f0883e; --poll3: #d29922 }
    }
    text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: var(--ink); text-anchor: middle }
    .name { font-weight: 600; font-size: 14px }
    .dim { fill: var(--dim); font-size: 12px }
    .left { text-anchor: start }
    .right { text-anchor: end }
    .back { fill: var(--back) }
    .grid { stroke: var(--grid) }
    .line { fill: none !important; stroke-width: 2 }
    .way0 { stroke: var(--queue); fill: var(--queue) }
    .way1 { stroke: var(--poll); fill: var(--poll) }
    .way2 { stroke: var(--poll2); fill: var(--poll2) }
    .way3 { stroke: var(--poll3); fill: var(--poll3) }
    path.way1, path.way2, path.way3 { stroke-dasharray: 6 4 }
    text.way0, text.way1, text.way2, text.way3 { stroke: var(--back); stroke-width: 4; paint-order: stroke }
  </style>
  <rect class="back" width="%1$d" height="%2$d"/>
%4$s
  <text class="dim left" x="14" y="%5$d">bench/run.sh all, %6$s, PHP %7$s. %8$s</text>
</svg>

SVG, WIDTH, $height, htmlspecialchars($title), $svg, $height - 8, htmlspecialchars($all['date']), htmlspecialchars($all['php']), htmlspecialchars($note));
