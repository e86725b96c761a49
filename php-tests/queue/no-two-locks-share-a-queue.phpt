--TEST--
The locks `k` and `{k}`, and locks with names similar to helper keys, have separate queues
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$lock = fn(string $key, bool $fenced = false) => new RedisLock($key, ttl: 600.0, server: $redis->address, fenced: $fenced);
($k = $lock('k', fenced: true))->acquire();
[$first] = queued_waiters($redis, 1, ['fenced' => true]);

$others = ['{k}', '{k}:', '{k}:head', '{k}:signal', '{k}:fence', '{k}:head:head', '{k}:redislock'];
foreach ($others as $key) {
    $held = $lock($key, fenced: true);
    say("$key taken", $held->tryAcquire());
    $waiter = waiter($redis, ['key' => $key]);
    $waiter->tell('3');
    await('it to wait', fn() => count(waiting_connections($redis)) > 1 || $waiter->hasSpoken());
    say('  still ours', $held->isOwned());
    $held->release();
    say('  the waiter gets it', json_decode($waiter->hear())[0]);
    $waiter->tell('release');
    $waiter->tell('');
    $waiter->finish();
}
$k->release();
say('the waiter of k gets it', json_decode($first->hear())[0]);
$first->tell('release');
?>
--EXPECT--
{k} taken: true
  still ours: true
  the waiter gets it: true
{k}: taken: true
  still ours: true
  the waiter gets it: true
{k}:head taken: true
  still ours: true
  the waiter gets it: true
{k}:signal taken: true
  still ours: true
  the waiter gets it: true
{k}:fence taken: true
  still ours: true
  the waiter gets it: true
{k}:head:head taken: true
  still ours: true
  the waiter gets it: true
{k}:redislock taken: true
  still ours: true
  the waiter gets it: true
the waiter of k gets it: true
