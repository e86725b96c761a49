<?php

/**
 * Draws what crowds.php has measured, as an SVG for light and dark pages: the mean hand-over and the commands an acquisition, over the
 * number of waiters, in the queue and by polling.
 *
 *     chart.php FILE
 *
 * Both axes are logarithmic. README.md says what the numbers mean.
 */

declare(strict_types=1);

const WIDTH = 860;
const HEIGHT = 384;
const TOP = 62;
const BOTTOM = 306;
/** Left and right of each panel; the names of the ways stand to the right of their lines. */
const PANELS = ['handover_ms' => [60, 350], 'commands' => [490, 780]];
const TITLES = ['handover_ms' => 'from a release to the next holder, mean', 'commands' => 'commands an acquisition'];

isset($argv[1]) || exit("usage: bench/run.sh chart FILE (bench/run.sh crowds FILE makes one)\n");
['date' => $date, 'php' => $php, 'points' => $points] = json_decode((string) file_get_contents($argv[1]), true, flags: JSON_THROW_ON_ERROR);

/** The powers of ten around some numbers. @return array{int, int} */
function decades(array $numbers): array
{
    return [(int) floor(log10(min($numbers))), max((int) ceil(log10(max($numbers))), (int) floor(log10(min($numbers))) + 1)];
}

/** Where a number is between two ends of an axis. */
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

function power(int $exponent, bool $is_time): string
{
    return match (true) {
        !$is_time => number_format(10 ** $exponent),
        $exponent < 0 => 10 ** ($exponent + 3) . ' µs',
        $exponent < 3 => 10 ** $exponent . ' ms',
        default => 10 ** ($exponent - 3) . ' s',
    };
}

$ways = array_values(array_unique(array_column($points, 'way')));
$across = decades(array_column($points, 'waiters'));
$svg = '';
foreach (PANELS as $what => [$left, $right]) {
    $up = decades(array_column($points, $what));
    $svg .= sprintf("\n  <text class=\"name left\" x=\"%d\" y=\"28\">%s</text>\n", $left - 46, TITLES[$what]);
    for ($exponent = $up[0]; $exponent <= $up[1]; $exponent++) {
        $y = place(10 ** $exponent, $up, BOTTOM, TOP);
        $svg .= sprintf("  <path class=\"grid\" d=\"M%d %.1f H%d\"/>\n", $left, $y, $right);
        $svg .= sprintf("  <text class=\"dim right\" x=\"%d\" y=\"%.1f\">%s</text>\n", $left - 6, $y + 4, power($exponent, $what === 'handover_ms'));
    }
    foreach (array_unique(array_column($points, 'waiters')) as $waiters) {
        $x = place($waiters, $across, $left, $right);
        $svg .= sprintf("  <text class=\"dim\" x=\"%.1f\" y=\"%d\">%s</text>\n", $x, BOTTOM + 18, number_format($waiters));
    }
    $svg .= sprintf("  <text class=\"dim\" x=\"%d\" y=\"%d\">waiters</text>\n", ($left + $right) / 2, BOTTOM + 36);
    $names = $ends = [];
    foreach ($ways as $number => $way) {
        $own = array_values(array_filter($points, fn(array $point) => $point['way'] === $way));
        $line = array_map(fn(array $point) => sprintf('%.1f %.1f', place($point['waiters'], $across, $left, $right), place($point[$what], $up, BOTTOM, TOP)), $own);
        $svg .= sprintf("  <path class=\"line way%d\" d=\"M%s\"/>\n", $number, implode(' L', $line));
        foreach ($line as $point) {
            $svg .= sprintf("  <circle class=\"way%d\" cx=\"%s\" cy=\"%s\" r=\"3\"/>\n", $number, ...explode(' ', $point));
        }
        $names[$way] = place(end($own)[$what], $up, BOTTOM, TOP);
        $ends[$way] = place(end($own)['waiters'], $across, $left, $right);
    }
    // Lines that end at the same number of waiters have their names side by side.
    foreach (array_unique($ends) as $end) {
        foreach (apart(array_intersect_key($names, array_filter($ends, fn(float $other) => $other === $end)), 15) as $way => $y) {
            $svg .= sprintf("  <text class=\"left way%d\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", array_search($way, $ways, true), $end + 8, $y + 4, $way);
        }
    }
}
$title = 'Hand-over and commands an acquisition over the number of waiters: in the queue, and by polling every 5, 100 and 250 ms';
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
  <text class="dim left" x="14" y="%5$d">bench/run.sh crowds, %6$s, PHP %7$s. Each holder holds the lock for 2 ms.</text>
</svg>

SVG, WIDTH, HEIGHT, $title, $svg, HEIGHT - 8, htmlspecialchars($date), htmlspecialchars($php));
