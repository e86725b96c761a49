<?php

declare(strict_types=1);

/** The parts of README.md, README.zh-CN.md and docs/ that tests read. */

require_once __DIR__ . '/bootstrap.php';

const PROJECT = __DIR__ . '/../..';

/** @return array<string, string> path below the project's folder => text */
function pages(): array
{
    $pages = [];
    foreach (['README.md', 'README.zh-CN.md', ...array_map(fn($path) => 'docs/' . basename($path), glob(PROJECT . '/docs/*.md'))] as $path) {
        $pages[$path] = file_get_contents(PROJECT . "/$path");
    }
    return $pages;
}

/**
 * A page as its prose and its fenced blocks, in order.
 *
 * @return array{string, list<array{string, string, string}>} of a block: what stands behind the fence (`php`, `ini`), its text, and
 *                                                            the line before it
 */
function parts(string $page): array
{
    $prose = $before = '';
    $blocks = [];
    $kind = null;
    foreach (preg_split('/(?<=\n)/', $page, flags: PREG_SPLIT_NO_EMPTY) as $line) {
        $is_fence = str_starts_with(ltrim($line), '```');
        match (true) {
            $is_fence && $kind === null => [$kind, $text] = [substr(trim($line), 3), ''],
            $is_fence => [$blocks[], $kind] = [[$kind, $text, $before], null],
            $kind !== null => $text .= $line,
            default => [$prose, $before] = [$prose . $line, rtrim($line)],
        };
    }
    $kind === null || throw new RuntimeException("a block of $kind is not closed");

    return [$prose, $blocks];
}

/** @return list<array{string, string, string}> */
function blocks(string $page): array
{
    return parts($page)[1];
}

function prose(string $page): string
{
    return parts($page)[0];
}

/** @return list<array{int, string}> level and text of each heading */
function headings(string $page): array
{
    preg_match_all('/^(#+) (.+)$/m', prose($page), $found, PREG_SET_ORDER);

    return array_map(fn(array $heading) => [strlen($heading[1]), $heading[2]], $found);
}

/** The anchors that GitHub makes of a page's headings. @return list<string> */
function anchors(string $page): array
{
    $anchors = $seen = [];
    foreach (headings($page) as [, $text]) {
        $text = preg_replace('/\[([^]]*)\]\([^)]*\)/', '$1', $text);
        $anchor = preg_replace(['/[^\p{L}\p{N}\p{M}_ -]/u', '/ /'], ['', '-'], strtolower($text));
        $count = $seen[$anchor] = ($seen[$anchor] ?? -1) + 1;
        $anchors[] = $count ? "$anchor-$count" : $anchor;
    }
    return $anchors;
}

/** Returns the link targets of a page, in order. @return list<string> */
function links(string $page): array
{
    preg_match_all('/\]\(([^)\s]+)\)/', prose($page), $found);

    return $found[1];
}

/** The number of rows of each table. @return list<int> */
function table_rows(string $page): array
{
    preg_match_all('/(?:^\|.*\n)+/m', prose($page), $tables);

    return array_map(fn(string $table) => substr_count($table, "\n"), $tables[0]);
}
