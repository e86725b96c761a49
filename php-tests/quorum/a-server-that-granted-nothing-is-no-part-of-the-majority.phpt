--TEST--
With autoRenew, a quorum counts only servers that have granted or renewed: the loss of another one is noticed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$away = addresses(array_slice($servers, 0, 2));
$away[] = 'unix://' . $servers[0]->directory . '/no-such-socket';
$lock = new RedisLock('unreachable', 600.0, server: $away, autoRenew: true);
say('acquire', $lock->acquire());
$servers[0]->ask('DEL', 'unreachable');
await('the loss', fn() => !$lock->isHeld());

$servers[2]->ask('SET', 'another owner', 'a token');
$lock = new RedisLock('another owner', 600.0, server: addresses($servers), autoRenew: true);
say('acquire', $lock->acquire());
$servers[0]->ask('DEL', 'another owner');
await('the loss', fn() => !$lock->isHeld());
say('losses', RedisLock::stats()['lost']);
?>
--EXPECT--
acquire: true
acquire: true
losses: 2
