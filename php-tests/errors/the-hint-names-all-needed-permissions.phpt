--TEST--
With the permissions that the error message names, and no others, everything works
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', 'allkeys', '-@all');
$message = failure(fn() => (new RedisLock('k', server: "$redis->address?user=app&pass=p"))->acquire());
preg_match('/the user needs ([A-Z, and]+) on the key/', $message, $found);
$commands = preg_split('/, | and /', $found[1]);
say('named', $commands);
$redis->ask('ACL', 'SETUSER', 'app', ...array_map(fn($command) => "+$command", array_map(strtolower(...), $commands)));
$server = "$redis->address?user=app&pass=p";
$lock = new RedisLock('k', server: $server);
say('every method', [
    $lock->acquire(), $lock->acquire(), $lock->tryAcquire(), $lock->refresh(), $lock->isOwned(), $lock->isLocked(), $lock->release(),
    $lock->synchronized(fn() => 'worked'), $lock->acquire(), (new RedisLock('k', server: $server))->acquire(0.01), $lock->forceRelease(),
]);
say('a fenced one', (new RedisLock('f', server: $server, fenced: true))->acquire());
$redis->killClients();
say('after a reconnect', $lock->acquire());
?>
--EXPECT--
named: ["GET","SET","DEL","EXISTS","PEXPIRE","PERSIST","PTTL","TIME","EVAL","EVALSHA"]
every method: [true,true,true,true,true,true,true,"worked",true,false,true]
a fenced one: true
after a reconnect: true
