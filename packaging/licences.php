<?php
/**
 * The licences of all crates that a built file contains: its name as the argument, `cargo metadata` on standard input, one text on standard output.
 * Crates that only build scripts and tests use are none of these.
 */

declare(strict_types=1);

/** @param array<string, array> $nodes @return array<string, true> the packages that $id needs to run, itself among them */
function needed(string $id, array $nodes, array $seen = []): array
{
    $seen[$id] = true;
    foreach ($nodes[$id]['deps'] as $dependency) {
        if (!isset($seen[$dependency['pkg']]) && in_array(null, array_column($dependency['dep_kinds'], 'kind'), true)) {
            $seen = needed($dependency['pkg'], $nodes, $seen);
        }
    }

    return $seen;
}

$metadata = json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
$root = $metadata['resolve']['root'];
$ids = needed($root, array_column($metadata['resolve']['nodes'], null, 'id'));
$crates = array_filter($metadata['packages'], fn(array $package) => isset($ids[$package['id']]) && $package['id'] !== $root);
usort($crates, fn(array $a, array $b) => [$a['name'], $a['version']] <=> [$b['name'], $b['version']]);

$texts = [];
echo "{$argv[1]} contains these crates, under these licences.\n\n";
foreach ($crates as $crate) {
    $name = "{$crate['name']} {$crate['version']}";
    if (!$crate['license']) {
        fwrite(STDERR, "$name names no licence\n");
        exit(1);
    }
    echo "$name: {$crate['license']}", $crate['repository'] ? " <{$crate['repository']}>" : '', "\n";
    foreach (glob(dirname($crate['manifest_path']) . '/*') as $file) {
        if (preg_match('/^(LICEN[SC]E|COPY|NOTICE|UNLICENSE)/i', basename($file)) && is_file($file)) {
            $texts[trim(file_get_contents($file))][] = "$name (" . basename($file) . ')';
        }
    }
}
foreach ($texts as $text => $of) {
    echo "\n", str_repeat('=', 78), "\n", wordwrap(implode(', ', $of), 78), "\n", str_repeat('-', 78), "\n\n$text\n";
}
