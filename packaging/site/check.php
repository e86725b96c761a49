<?php

declare(strict_types=1);

/** check.php FOLDER   follows every link of the pages to a file and to an anchor in it. Ends with 1 if one leads nowhere. */

$folder = (string) realpath($argv[1]);
$pages = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS)) as $file) {
    if ($file->getExtension() === 'html' && !in_array($file->getFilename(), ['404.html', 'print.html', 'toc.html'], true)) {
        $pages[$file->getPathname()] = (string) file_get_contents($file->getPathname());
    }
}
$attributes = function (string $html, string $names): array {
    preg_match_all("/\\s(?:$names)=\"([^\"]*)\"/", $html, $found);
    return array_map(fn(string $value): string => html_entity_decode($value), $found[1]);
};
$anchors = array_map(fn(string $html): array => $attributes($html, 'id|name'), $pages);
$checked = $broken = $outside = 0;
foreach ($pages as $page => $html) {
    foreach ($attributes($html, 'href|src') as $link) {
        if (preg_match('#^(https?:|mailto:|data:)#', $link)) {
            $outside++;
            continue;
        }
        $checked++;
        [$path, $anchor] = [...explode('#', $link, 2), ''];
        $file = $path === '' ? $page : realpath(dirname($page) . '/' . rawurldecode($path));
        if ($file !== false && is_dir($file)) {
            $file .= '/index.html';
        }
        if ($file === false || !is_file($file) || ($anchor !== '' && isset($anchors[$file]) && !in_array(rawurldecode($anchor), $anchors[$file], true))) {
            $broken++;
            echo substr($page, strlen($folder) + 1), ": $link leads nowhere\n";
        }
    }
}
echo count($pages), " pages, $checked links checked, $outside lead elsewhere, $broken broken\n";
exit($broken === 0 && $checked > 1000 ? 0 : 1);
