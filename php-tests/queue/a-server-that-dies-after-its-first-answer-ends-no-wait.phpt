--TEST--
A waiter that the server has told to stand in line waits on if that server is away before it stands there
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$waiter = waiter($redis, address: $proxy->address);
// Who has just waited goes to the queue first.
$redis->ask('SET', 'k', 'somebody', 'PX', 50);
$waiter->tell('wait');
say('after a wait', $waiter->hear());
$waiter->tell('release');
await('its release', fn() => $redis->ask('EXISTS', 'k') === 0);

$redis->ask('SET', 'k', 'somebody');
$head = waiter($redis);
line_up($redis, [$head]);
$proxy->on('EVALSHA', 'last')->on('EVALSHA', 'refuse')->on('EVALSHA', 'refuse')->seen();
$waiter->tell('wait');
await_line($redis, 2);
say('came, looked twice in vain, came again', array_slice(array_values(array_filter($proxy->seenNames(), fn(string $name) => $name === 'EVALSHA')), 0, 5));
$redis->ask('DEL', 'k');
say('both', owners_of([$head, $waiter]));
?>
--EXPECT--
after a wait: "[true,null]"
came, looked twice in vain, came again: ["EVALSHA","EVALSHA","EVALSHA","EVALSHA","EVALSHA"]
both: [0,1]
