--TEST--
1,000 locks stay held with at most one renewal per third of a TTL each, and many renewals in one packet
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$count = is_slow() ? 100 : 1_000;
$ttl = time_for(1.2);
$locks = [];
for ($n = 0; $n < $count; $n++) {
    $locks[] = $lock = new RedisLock("k$n", ttl: $ttl, server: $redis->address, autoRenew: true);
    $lock->acquire();
}
pause($ttl);
$redis->ask('CONFIG', 'RESETSTAT');
$reads = $redis->info('total_reads_processed');
$start = now();
pause(2.5 * $ttl);
$renewals = $redis->commands()['evalsha'];
$reads = $redis->info('total_reads_processed') - $reads;
$periods = (now() - $start) / ($ttl / 3);
say('held', count(array_filter($locks, fn(RedisLock $lock) => $lock->isHeld())) === $count);
say('on the server', $redis->ask('DBSIZE') === $count);
say('often enough', $renewals >= $count * ($periods - 2) * 0.9);
// A renewal that is due soon is sent along, up to a twelfth of the TTL early.
say('not too often', $renewals <= $count * ($periods + 1) * 4 / 3);
say('in batches', $reads < $renewals / 5);
say('lost', RedisLock::stats()['lost']);
$locks = [];
unset($lock);
say('left', $redis->ask('DBSIZE'));
?>
--EXPECT--
held: true
on the server: true
often enough: true
not too often: true
in batches: true
lost: 0
left: 0
