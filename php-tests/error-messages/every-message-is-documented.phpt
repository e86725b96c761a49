--TEST--
docs/errors.md has every string of three words or more in the source's messages
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

const FILES = [
    'server/{error,hint,words}.rs', 'server/address/{mod,notation,options,topology}.rs', 'server/transport/{socket,tls/mod,tls/trouble}.rs',
    'server/routed/{mod,sentinel,cluster}.rs', 'server/quorum/{node,reach}.rs',
    'php/{arguments,construct,exceptions,methods,object,options,settings,synchronized}.rs',
];
/** Parts of Redis's own messages, and messages that no address causes. */
const NEVER_SHOWN = ['without any password configured', 'max number of clients', 'unexpected end of file', 'with args beginning with'];
$flat = fn(string $text) => preg_replace('/\s+/', ' ', $text);
$documentation = $flat(file_get_contents(__DIR__ . '/../../docs/errors.md'));
$looked_for = 0;
foreach (array_merge(...array_map(fn($files) => glob(__DIR__ . "/../../src/$files", GLOB_BRACE), FILES)) as $file) {
    [$code] = explode('#[cfg(test)]', file_get_contents($file));
    $code = preg_replace(['#^\s*//.*$#m', '#\'"\'#'], '', $code);
    preg_match_all('/"((?:[^"\\\\]|\\\\.)*)"/s', $code, $literals);
    foreach ($literals[1] as $literal) {
        $text = $flat(preg_replace('/\\\\\n\s*/', '', $literal));
        foreach (preg_split('/\{[^}]*\}/', stripcslashes($text)) as $piece) {
            $piece = trim($piece, " ,:;()\"'");
            if (substr_count($piece, ' ') >= 2 && !in_array($piece, NEVER_SHOWN, true)) {
                $looked_for++;
                str_contains($documentation, $piece) || print basename($file) . ": $piece\n";
            }
        }
    }
}
say('looked for some hundred', $looked_for > 100);
?>
--EXPECT--
looked for some hundred: true
