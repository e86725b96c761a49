--TEST--
Behind Sentinel and on a cluster, users made by the ACL lines of docs/operations.md are enough, and each of their commands is used
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

/**
 * Makes the users and runs a call. Reports what it returns, which commands were not used (a sentinel
 * does not count them), and what was refused.
 */
function run(array $users, callable $call): void
{
    foreach ($users as [$nodes, $rules]) {
        foreach ($nodes as $node) {
            $node->ask('ACL', 'SETUSER', 'app', ...$rules);
            $node->ask('ACL', 'LOG', 'RESET');
        }
    }
    say('works', $call());
    foreach ($users as [$nodes, , $needed]) {
        $used = $refused = [];
        foreach ($nodes as $node) {
            preg_match_all('/^cmdstat_([^:]+):/m', $node->ask('INFO', 'commandstats'), $found);
            array_push($used, ...$found[1]);
            array_push($refused, ...array_map(fn(array $entry) => $entry[5], $node->ask('ACL', 'LOG')));
        }
        $needed === null || say('not used', array_values(array_diff(acl_commands($needed), $used)));
        say('refused', $refused);
    }
}
$rules = fn(string ...$more) => acl_rules('The user and its keys', 'Every lock', 'The queue', 'Shared locks', ...$more);

$master = Node::start('redis-server');
$sentinel = Node::sentinel('redis-server', ["sentinel monitor main 127.0.0.1 $master->port 1"]);
$server = "redis-sentinel://app:secret@127.0.0.1:$sentinel->port/main?sentinel_user=app&sentinel_pass=secret";
run([
    [[$master], $rules('Sentinel, on each server'), 'Sentinel, on each server'],
    [[$sentinel], acl_rules('Sentinel, on each sentinel'), null],
], fn() => (new RedisLock('app:k', server: $server))->synchronized(fn() => true));

$cluster = new Cluster('redis-server', masters: 2);
$server = str_replace('://', '://app:secret@', $cluster->server());
run([[$cluster->nodes(), $rules('Cluster'), 'Cluster']], function () use ($cluster, $server) {
    $lock = new RedisLock('app:k', server: $server);
    $works = [$lock->acquire(), $lock->release()];
    [$to] = array_values(array_filter($cluster->masters(), fn(Node $node) => $node !== $cluster->nodeOf('app:k')));
    foreach ($cluster->migratingSlot('app:k', $to) as $state) {
        array_push($works, $lock->acquire(), $lock->release());
    }
    return $works;
});
?>
--EXPECT--
works: true
not used: []
refused: []
refused: []
works: [true,true,true,true,true,true,true,true]
not used: []
refused: []
