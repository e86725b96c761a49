--TEST--
A node of a cluster that answers slowly is found beside dead ones: the owner itself after an outage, and its successor while another node names the dead owner
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

const SLOW = 0.1;
$nodes = [new MockNode(), new MockNode(), new MockNode()];
[$owner, $second, $third] = $nodes;
$addresses = implode(',', array_map(fn(MockNode $node) => "127.0.0.1:$node->port", $nodes));
$server = "redis-cluster://$addresses?connect_timeout=1&read_timeout=1";
$try = function () use ($server): bool {
    try {
        return (new RedisLock('k', autoRelease: false, server: $server))->tryAcquire();
    } catch (RedisLockConnectionException) {
        return false;
    }
};
/** Whether one of so many tries succeeds as there are nodes, or one more: a try may only notice that a node is dead. */
$isFound = fn(): bool => $try() || $try() || $try() || $try();
$map = [$second, $third, $owner];

array_map(fn(MockNode $node) => $node->tell($map, SLOW), $nodes);
say('well', $isFound());
array_map(fn(MockNode $node) => $node->tell($map, null), $nodes);
say('all are silent', [$try(), $try()]);
$owner->tell($map, SLOW);
say('the owner is back', $isFound());

$second->tell($map);
say('well', $isFound());
$owner->tell($map, null);
$third->tell([$owner, $second, $third], SLOW);
say('the third is its successor', $isFound());
?>
--EXPECT--
well: true
all are silent: [false,false]
the owner is back: true
well: true
the third is its successor: true
