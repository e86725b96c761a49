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

$lock = new RedisLock('taken over', 600.0, server: $away, autoRenew: true);
say('acquire', $lock->acquire());
$lock = RedisLock::restore('taken over', $lock->detach(), 600.0, server: $away, autoRenew: true);
say('owned', $lock->isOwned());
$servers[0]->ask('DEL', 'taken over');
await('the loss', fn() => !$lock->isHeld());

// The third server's grant comes after the majority's, and a look shows it.
$proxy = FaultProxy::before($servers[2]);
$lock = new RedisLock('late', 600.0, server: [...addresses(array_slice($servers, 0, 2)), $proxy->address], abortOnLoss: true);
$proxy->on('SET', 'delay', 0.2);
say('acquire', $lock->acquire());
await('all grants', fn() => holders($servers, 'late') === 3);
await('the looks', fn() => count(array_filter($proxy->seenNames(), fn(string $name) => str_starts_with($name, 'EVAL'))) > 0);
$servers[0]->ask('DEL', 'late');
$end = now() + 2.0;
await('two seconds', fn() => !$lock->isHeld() || now() > $end);
say('held', $lock->isHeld());
say('losses', RedisLock::stats()['lost']);
?>
--EXPECT--
acquire: true
acquire: true
acquire: true
owned: true
acquire: true
held: true
losses: 3
