--TEST--
Every relative link of the Markdown files leads to a file, every anchor to a heading, and the READMEs link every page of docs/
--FILE--
<?php
require __DIR__ . '/../inc/docs.php';

$files = pages();
$packages = array_map(fn(string $path) => substr($path, strlen(PROJECT) + 1), glob(PROJECT . '/packages/*/README.md'));
foreach (['CONTRIBUTING.md', 'CHANGELOG.md', 'CODE_OF_CONDUCT.md', 'SECURITY.md', 'SUPPORT.md', 'bench/README.md', 'examples/README.md', ...$packages] as $file) {
    $files[$file] = file_get_contents(PROJECT . "/$file");
}
$checked = 0;
foreach ($files as $file => $text) {
    foreach (links($text) as $link) {
        if (preg_match('#^https?://#', $link)) {
            continue;
        }
        $checked++;
        [$target, $anchor] = [...explode('#', $link, 2), null];
        $path = $target === '' ? $file : ltrim(dirname($file) . "/$target", './');
        $path = preg_replace('#[\w-]+/\.\./#', '', $path);
        if (!file_exists(PROJECT . "/$path")) {
            say("$file: there is no file", $link);
        } elseif ($anchor !== null && !in_array($anchor, anchors($files[$path] ?? file_get_contents(PROJECT . "/$path")), true)) {
            say("$file: there is no heading", $link);
        }
    }
}
foreach (array_keys($files) as $file) {
    foreach (['README.md', 'README.zh-CN.md'] as $readme) {
        !str_starts_with($file, 'docs/') || in_array($file, links($files[$readme]), true) || say("$readme: it does not link to", $file);
    }
}
say('more than fifty', $checked > 50);
?>
--EXPECT--
more than fifty: true
