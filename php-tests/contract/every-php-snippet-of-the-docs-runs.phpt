--TEST--
Every PHP snippet of the READMEs and docs/ runs to its end, and every method and parameter that it names exists
--FILE--
<?php
require __DIR__ . '/../inc/docs.php';
require __DIR__ . '/../inc/needs.php';

/** The snippets that need a framework, according to their comments. */
const NO_RUN_AT_MOST = 1;

$parameters = [];
foreach ([RedisLock::class, RedisSemaphore::class] as $class) {
    foreach ((new ReflectionClass($class))->getMethods() as $method) {
        foreach ($method->getParameters() as $parameter) {
            $parameters[] = $parameter->getName();
        }
    }
}
$sqlite = first_that([[], ['pdo.so', 'pdo_sqlite.so']], fn($extensions) => php_has("extension_loaded('pdo_sqlite')", $extensions)) ?? [];
$extensions = [...$sqlite, ...phpredis() ?? [], PhpChild::extension()];

$server = RedisServer::start();
$script = "$server->directory/snippet.php";
$snippets = $left_out = 0;
foreach (pages() as $page => $text) {
    $number = 0;
    foreach (blocks($text) as [$kind, $code, $before]) {
        if (!preg_match('/^php\b/', $kind) && !str_contains($code, '<?php')) {
            continue;
        }
        $where = "$page, snippet " . ++$number;
        $snippets++;
        if (!str_starts_with($code, "<?php\n") || !in_array($kind, ['php', 'php no-run'], true)) {
            say("$where: it is no complete PHP", $kind);
        }
        file_put_contents($script, $code);
        if ($kind === 'php no-run') {
            $left_out++;
            str_starts_with($before, '<!-- no-run: ') || say("$where: no comment before it says why it is not run", $before);
            $child = PhpChild::run(['-l', $script], mergeErrors: true);
        } else {
            $server->ask('FLUSHALL');
            $child = PhpChild::run([__DIR__ . '/../inc/snippet.php', $script, $server->socket], ini: ['redislock.server' => $server->address], extensions: $extensions, mergeErrors: true);
        }
        $said = $child->finish();
        $child->exitCode === 0 || print "$where:\n$said\n";
        array_diff($server->locks(), ['{account:7}:redislock:fence', 'balance:7']) === [] || say("$where: it leaves locks behind", $server->locks());

        preg_match_all('/(\$\w+)\s*=\s*(?:new Redis(?:Lock|Semaphore)|Redis(?:Lock|Semaphore)::restore)\(|Redis(?:Lock|Semaphore) (\$\w+)/', $code, $locks);
        $variables = implode('|', array_map(preg_quote(...), array_filter(['$lock', ...$locks[1], ...$locks[2]])));
        preg_match_all("/(?:$variables)->(\w+)\(|(?:RedisLock|RedisSemaphore)::(\w+)\(/", $code, $methods);
        foreach (array_filter([...$methods[1], ...$methods[2]]) as $method) {
            method_exists(RedisLock::class, $method) || method_exists(RedisSemaphore::class, $method) || say("$where: there is no method", $method);
        }
        preg_match_all("/(?:new Redis(?:Lock|Semaphore)|Redis(?:Lock|Semaphore)::\w+|(?:$variables)->\w+)\((.*?)\)\s*[;{,)]/s", $code, $calls);
        preg_match_all('/\b([a-zA-Z]+): /', implode("\n", preg_replace('/\'[^\']*\'|function.*/s', '', $calls[1])), $names);
        foreach (array_diff($names[1], $parameters) as $name) {
            say("$where: there is no parameter", $name);
        }
    }
}
say('more than ten', $snippets > 10);
say('not run, at most ' . NO_RUN_AT_MOST, $left_out <= NO_RUN_AT_MOST);
?>
--EXPECT--
more than ten: true
not run, at most 1: true
