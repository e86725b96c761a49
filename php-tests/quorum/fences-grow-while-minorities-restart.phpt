--TEST--
Fences grow from process to process while any two of five servers restart empty
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(5);
$fences = [];
for ($n = 0; $n < 5; $n++) {
    $child = PhpChild::start(<<<'PHP'
        $lock = new RedisLock('k', server: array_slice($argv, 1), fenced: true);
        $lock->acquire();
        echo $lock->getFence();
        PHP, addresses($servers));
    $fences[] = (int) $child->finish();
    $servers[$n]->restart();
    $servers[($n + 2) % 5]->restart();
}
$sorted = $fences;
sort($sorted);
say('grow', $fences === $sorted && $fences === array_unique($fences) && $fences[0] > 0);
?>
--EXPECT--
grow: true
