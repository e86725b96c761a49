--TEST--
If servers of a quorum refuse a deletion for good, other locks' calls are not delayed; it is repeated rarely, or left to the TTL
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
foreach (['all' => 3, 'one' => 1] as $user => $count) {
    foreach ($servers as $n => $server) {
        $server->ask('FLUSHALL');
        $server->ask('ACL', 'SETUSER', $user, 'on', '>p', '~*', '+@all', ...$n < $count ? ['-del'] : []);
    }
    $list = array_map(fn($address) => "$address?user=$user&pass=p", addresses($servers));
    for ($n = 0; $n < 10; $n++) {
        $lock = new RedisLock("k$n", ttl: 600.0, server: $list);
        $lock->acquire() || say('not acquired', $n);
        $said = thrown($lock->release(...));
        unset($lock);
    }
    say("$user: a release", strtok($said, ':'));
    $other = new RedisLock('other', server: $list);
    $other->isLocked();
    $other->isLocked();
    $servers[0]->ask('CONFIG', 'RESETSTAT');
    for ($n = 0; $n < 50; $n++) {
        $other->isLocked() && say('locked', $n);
    }
    $commands = $servers[0]->commands();
    $scripts = ($commands['eval'] ?? 0) + ($commands['evalsha'] ?? 0);
    say('  scripts in addition to fifty questions', $scripts <= 20 ?: $scripts);
}
?>
--EXPECT--
all: a release: "RedisLockConnectionException"
  scripts in addition to fifty questions: true
one: a release: "nothing thrown, returned true"
  scripts in addition to fifty questions: true
