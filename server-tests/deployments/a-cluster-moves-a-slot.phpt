--TEST--
A cluster of a test moves a slot, in steps
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$cluster = new Cluster('redis-server');
$from = $cluster->nodeOf('k');
[$to] = array_values(array_filter($cluster->masters(), fn(Node $node) => $node !== $from));
say('masters', count($cluster->masters()));
$from->ask('SET', 'k', 'v');
$says = function (Node $node, string ...$words) {
    try {
        return $node->ask(...$words);
    } catch (RuntimeException $exception) {
        return preg_replace('/ \d+ .*/', '', $exception->getMessage());
    }
};
foreach ($cluster->migratingSlot('k', $to) as $state) {
    say($state, [$says($from, 'GET', 'k'), $says($from, 'GET', '{k}new'), $says($to, 'GET', 'k')]);
}
$cluster->awaitHealthy();
say('moved', [$cluster->nodeOf('k') === $to, $cluster->kind()->keyHolds('k')]);
$cluster->migrateSlot('k', $from);
say('and back', [$cluster->nodeOf('k') === $from, $cluster->kind()->keyHolds('k')]);
?>
--EXPECT--
masters: 3
migrating: ["v","Redis says: ASK","Redis says: MOVED"]
moved: ["Redis says: ASK","Redis says: ASK","Redis says: MOVED"]
done: ["Redis says: MOVED","Redis says: MOVED","v"]
moved: [true,"v"]
and back: [true,"v"]
