<?php

declare(strict_types=1);

/**
 * assemble.php FOLDER REPOSITORY   writes the source of the site: the pages of SUMMARY.md at their own paths, so the links between them stay
 * as they are. Pictures are copied. A link to another file leads to the repository. A page of docs/ that SUMMARY.md
 * does not name comes last.
 */

[, $folder, $repository] = $argv;
$summary = (string) file_get_contents(__DIR__ . '/SUMMARY.md');
foreach (glob('docs/*.md') ?: [] as $page) {
    if (!str_contains($summary, "($page)")) {
        $title = preg_match('/^# ([^:\n]+)/', (string) file_get_contents($page), $heading) ? $heading[1] : basename($page, '.md');
        $summary .= "- [$title]($page)\n";
    }
}
preg_match_all('/\]\((\S+)\)/', $summary, $found);
$pages = $found[1];

// What mdBook makes an index.html of.
$renamed = fn(string $path): string => preg_replace('#(^|/)README\.md$#', '$1index.md', $path) ?? $path;
$put = function (string $path, string $text) use ($folder): void {
    is_dir(dirname("$folder/$path")) || mkdir(dirname("$folder/$path"), recursive: true);
    file_put_contents("$folder/$path", $text);
};

/** Returns the path of a link's target below the project's folder. */
$target = function (string $page, string $link): string {
    $parts = [];
    foreach (explode('/', dirname($page) . "/$link") as $part) {
        match ($part) {
            '.', '' => null,
            '..' => array_pop($parts),
            default => $parts[] = $part,
        };
    }
    return implode('/', $parts);
};

foreach ($pages as $page) {
    $lead = function (array $match) use ($page, $pages, $target, $renamed, $put, $repository): string {
        [, $before, $link, $anchor] = $match + [3 => ''];
        $path = $target($page, $link);
        if (in_array($path, $pages, true)) {
            return $before . $renamed($link) . "$anchor)";
        }
        if (preg_match('/\.(svg|png)$/', $path)) {
            $put($path, (string) file_get_contents($path));
            return $match[0];
        }
        return "$before$repository/" . (is_dir($path) ? 'tree' : 'blob') . "/main/$path$anchor)";
    };
    $text = '';
    $isCode = false;
    foreach (explode("\n", (string) file_get_contents($page)) as $line) {
        $isCode = $isCode !== str_starts_with(ltrim($line), '```');
        $text .= ($isCode ? $line : preg_replace_callback('~(\]\()(?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?\)~', $lead, $line)) . "\n";
    }
    $put($renamed($page), $text);
}
$put('SUMMARY.md', preg_replace_callback('/\]\((\S+)\)/', fn(array $match): string => "]({$renamed($match[1])})", $summary) ?? '');
