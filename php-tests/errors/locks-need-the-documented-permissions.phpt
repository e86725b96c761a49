--TEST--
Locks work with exactly the commands that docs/operations.md names, also after PERSIST on a key; the error names a missing command
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$root = __DIR__ . '/../..';
/** The commands in a row of the table. */
$row = function (string $name) use ($root): array {
    preg_match('/^\| ' . preg_quote($name) . ' \| (.+?) \|/m', file_get_contents("$root/docs/operations.md"), $found);
    preg_match_all('/`([A-Z]+)`/', $found[1], $commands);
    return $commands[1];
};
[$every, $fenced] = [$row('every lock'), $row('`fenced`')];

// The commands in the scripts. Commands of a sorted set run only on a sorted set.
$used = function (string ...$scripts) use ($root): array {
    $lua = implode(array_map(fn($name) => file_get_contents("$root/src/command/scripts/$name.lua"), $scripts));
    preg_match_all("/redis\.p?call\('([A-Z]+)'/", $lua, $found);
    return array_values(preg_grep('/^Z/', array_unique($found[1]), PREG_GREP_INVERT));
};
say('not documented', array_diff($used('holder', 'claim', 'release', 'refresh', 'renew', 'owned', 'inspect'), $every));
say('not documented, fenced', array_diff($used('next_fence', 'fenced', 'advance_fence'), $every, $fenced));

// The permissions that a server checks.
$redis = RedisServer::start();
$redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', '~k', '~{k}:*', ...array_map(fn($command) => "+$command", [...$every, ...$fenced]));
$server = "$redis->address?user=app&pass=p";
foreach ([false, true] as $is_fenced) {
    $lock = new RedisLock('k', ttl: 5.0, wait: 0.0, server: $server, fenced: $is_fenced, token: 'mine');
    say('a lock', [$lock->acquire(), $lock->acquire(), $lock->refresh(), $lock->refresh(4.0), $lock->isOwned(), $lock->getHolder()->isOwn]);
    $redis->ask('PERSIST', 'k');
    $again = new RedisLock('k', ttl: 5.0, wait: 0.0, server: $server, fenced: $is_fenced, token: 'mine', autoRelease: false);
    say('without expiry', [$lock->refresh(), $again->acquire(), $redis->ask('PTTL', 'k'), $lock->release(), $lock->forceRelease()]);
}
$renewed = new RedisLock('k', ttl: 6.0, wait: 0.0, server: $server, autoRenew: true);
$renewed->acquire();
$redis->ask('PERSIST', 'k');
$count = RedisLock::stats()['renewed'];
await('a renewal', fn() => RedisLock::stats()['renewed'] > $count);
say('renewed', [$renewed->isOwned(), $renewed->release()]);

// The message names a missing command, although a script runs it.
$names = function (string $command, callable $call) use ($redis): bool {
    $redis->ask('ACL', 'SETUSER', 'app', "-$command");
    $said = thrown($call);
    $redis->ask('ACL', 'SETUSER', 'app', "+$command");
    return str_contains(strtolower(substr($said, strpos($said, ': ERR'))), $command) ?: throw new RuntimeException($said);
};
$lock = new RedisLock('k', server: $server);
$lock->acquire();
say('named', [$names('pexpire', $lock->refresh(...)), $names('pttl', $lock->refresh(...)), $names('get', $lock->release(...))]);
$redis->ask('ACL', 'SETUSER', 'app', '-persist');
$redis->ask('PERSIST', 'k');
say('named', $names('persist', $lock->refresh(...)));
?>
--EXPECT--
not documented: []
not documented, fenced: []
a lock: [true,true,true,true,true,true]
without expiry: [true,true,-1,true,false]
a lock: [true,true,true,true,true,true]
without expiry: [true,true,-1,true,false]
renewed: [true,true]
named: [true,true,true]
named: true
