--TEST--
Servers with commands that compare and delete release by those, others by scripts; all refresh by a script
--CONFLICTS--
all
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
[$delex, $delifeq] = $kind->ask($key, 'COMMAND', 'INFO', 'DELEX', 'DELIFEQ');
$expected = ['SET NX', 'EVALSHA', match (true) {
    (bool) $delex => 'DELEX',
    (bool) $delifeq => 'DELIFEQ',
    // On a quorum no call may be left to repeat a release after a NOSCRIPT reply.
    is_array($kind->server) => 'EVAL',
    default => 'EVALSHA',
}];
$lock = new RedisLock($key, server: $kind->server);
$cycle = fn() => [$lock->acquire(), $lock->refresh(), $lock->release()];
say('the servers learn the scripts', $cycle());
$acts = function (Monitor $monitor) use ($key) {
    $acts = [];
    foreach ($monitor->seen('/ "' . preg_quote($key) . '"/') as $line) {
        // MONITOR marks the commands of scripts and of the master.
        if (preg_match('/^[\d.]+ \[\d+ (?!lua)[^]]*\] "(\w+)".*?(?: "(NX|IFEQ)"|$)/', $line, $found) === 1) {
            $acts[] = strtoupper(rtrim("$found[1] " . (strtoupper($found[1]) === 'SET' ? $found[2] ?? '' : '')));
        }
    }
    return $acts;
};
// A server of a quorum may have been late in the first cycle, and get the script in the next one.
await('a cycle by known scripts', function () use ($kind, $cycle, $acts, $expected, &$seen) {
    $monitors = $kind->monitors();
    $cycle() === [true, true, true] || throw new RuntimeException('no cycle');
    $seen = array_filter(array_map($acts, $monitors), fn(array $acts) => in_array('SET NX', $acts, true));
    return max(array_map(count(...), $seen)) === count($expected);
});
say('seen', count($seen) >= 1);
foreach ($seen as $acts) {
    $acts === $expected || say('instead of ' . implode(', ', $expected), $acts);
}
?>
--EXPECT--
the servers learn the scripts: [true,true,true]
seen: true
