--TEST--
README.zh-CN.md has the headings, snippets, tables and links of README.md, and the same code except for comments
--FILE--
<?php
require __DIR__ . '/../inc/docs.php';

/** Returns a block without its translatable comments: those of PHP, or else the text after a blank and a '#' or ';'. */
function code(string $kind, string $text): string
{
    if ($kind !== 'php') {
        return preg_replace('/(^|\h+)[#;] .*$/m', '', $text);
    }
    $file = tempnam(sys_get_temp_dir(), 'snippet');
    file_put_contents($file, $text);
    $code = php_strip_whitespace($file);
    unlink($file);

    return $code;
}

/** Returns the links; a link into the page itself is the number of its heading, and a link to a README is marked as such. */
function comparable_links(string $page): array
{
    return array_map(fn(string $link) => match (true) {
        str_starts_with($link, '#') => 'heading ' . array_search(urldecode(substr($link, 1)), anchors($page), true),
        default => preg_replace('/^README(\.zh-CN)?\.md$/', 'the other README', $link),
    }, links($page));
}

/** Prints where two lists begin to differ. */
function compare(string $what, array $english, array $chinese): void
{
    foreach (range(0, max(count($english), count($chinese))) as $i) {
        if (($english[$i] ?? null) !== ($chinese[$i] ?? null)) {
            say("$what " . $i + 1 . ' in README.md', $english[$i] ?? null);
            say("$what " . $i + 1 . ' in README.zh-CN.md', $chinese[$i] ?? null);
            return;
        }
    }
    say($what, 'in step');
}

['README.md' => $english, 'README.zh-CN.md' => $chinese] = pages();
$levels = fn(string $page) => array_map(fn(array $heading) => str_repeat('#', $heading[0]), headings($page));
$codes = fn(string $page) => array_map(fn(array $block) => [$block[0], code($block[0], $block[1])], blocks($page));
// Text between backticks in tables is code, too.
$cells = function (string $page): array {
    preg_match_all('/^\| (`[^`]+`)/m', prose($page), $found);
    return $found[1];
};

compare('heading', $levels($english), $levels($chinese));
compare('snippet', $codes($english), $codes($chinese));
compare('rows of the tables', table_rows($english), table_rows($chinese));
compare('code at the beginning of a row', $cells($english), $cells($chinese));
compare('link', comparable_links($english), comparable_links($chinese));
?>
--EXPECT--
heading: "in step"
snippet: "in step"
rows of the tables: "in step"
code at the beginning of a row: "in step"
link: "in step"
