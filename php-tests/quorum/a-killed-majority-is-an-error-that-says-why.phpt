--TEST--
Two killed servers of five cost nothing; three cause an error that names them, and nothing remains on the others
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(5);
$lock = new RedisLock('k', server: addresses($servers));
acquire_on_all($lock, $servers);
$servers[0]->stop();
$servers[2]->stop();
say('owned', $lock->isOwned());
say('released', $lock->release());
say('taken again', $lock->acquire() && $lock->refresh() && $lock->release());
$servers[4]->stop();
$message = thrown($lock->acquire(...));
echo strtr($message, array_combine(addresses($servers), ['A', 'B', 'C', 'D', 'E'])), "\n";
say('left', holders([$servers[1], $servers[3]], 'k'));
say('asked', substr(thrown($lock->isLocked(...)), 0, 28));
$servers[2]->restart();
say('with one of them back', $lock->acquire());
say('released', $lock->release());
say('none held, none lost', RedisLock::stats()['lost']);
?>
--EXPECT--
owned: true
released: true
taken again: true
RedisLockConnectionException: Cannot acquire lock "k" on A, B, C, D, E: only 2 of 5 servers answered, 3 are needed: A, C, E: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)
left: 0
asked: "RedisLockConnectionException"
with one of them back: true
released: true
none held, none lost: 0
