--TEST--
The lock_* keys of the store
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$with = fn(array $keys) => caches($redis, $keys)->store('redis');

$fenced = $with(['lock_fenced' => true]);
$first = $fenced->lock('a', 60);
$first->get();
$fence = $first->getFence();
$first->release();
$second = $fenced->lock('a', 60);
$second->get();
say('lock_fenced', [is_int($fence), $second->getFence() > $fence, $with([])->lock('b')->getFence()]);

$labelled = $with(['lock_label' => 'worker %h:%p']);
$lock = $labelled->lock('c', 60);
$named = gethostname() . ':' . getmypid();
say('lock_label', [$lock->get(), $labelled->lock('c')->getHolder()->label === "worker $named", $lock->getHolder()->isOwn]);
$lock->release();
$owner = $lock->owner();
say('also of an owner from before the acquisition', [$lock->get(), $labelled->lock('c')->getHolder()->label === "worker $named", $lock->owner() === $owner]);
$early = $labelled->lock('d', 60);
$early->owner();
$early->get();
say('and one that is drawn for it', [$labelled->lock('d')->getHolder()->label === "worker $named", $labelled->lock('free')->getHolder()]);
ini_set('redislock.label', 'from php.ini');
say('redislock.label', ($by_ini = $with([])->lock('e', 60))->get() && $by_ini->getHolder()->label === 'from php.ini');
ini_restore('redislock.label');

say('lock_replicas', preg_replace('/Cannot.*?: /', '', thrown(fn() => $with(['lock_replicas' => 1])->lock('f', 60)->get())));
say('lock_server', [$with(['lock_server' => "$redis->address?db=9"])->lock('g', 60)->get(), $redis->ask('SELECT', 9), count($redis->locks())]);
$leased = $with(['lock_renew' => true, 'lock_lease' => '7.5'])->lock('h', 60);
$leased->get();
$redis->ask('SELECT', 0);
$left = $redis->ask('PTTL', 'db_' . $with([])->getStore()->getPrefix() . 'h') / 1000;
say('lock_lease', $left > 3 && $left <= 7.5);

foreach ([['lock_renews' => true], ['lock_lease' => 'long'], ['lock_lease' => 0, 'lock_renew' => true], ['lock_max_hold' => -1], ['lock_server' => 'localhost:6379']] as $keys) {
    say(shown($keys), thrown(fn() => $with($keys)->lock('a')->get()));
}
$store = $with(['lock_connection' => 'other'])->getStore();
say('flushing the locks', [$store->hasSeparateLockStore(), $with([])->getStore()->hasSeparateLockStore(), $with(['lock_connection' => 'other', 'lock_server' => $redis->address])->getStore()->hasSeparateLockStore()]);
say('the connection', $store->lock('a')->getConnectionName());
?>
--EXPECT--
lock_fenced: [true,true,null]
lock_label: [true,true,true]
also of an owner from before the acquisition: [true,true,true]
and one that is drawn for it: [true,null]
redislock.label: true
lock_replicas: "nothing thrown, returned false"
lock_server: [true,"OK",1]
lock_lease: true
{"lock_renews":true}: "InvalidArgumentException: The cache store has the unknown key [lock_renews]: there are lock_connection, lock_server, lock_renew, lock_lease, lock_max_hold, lock_abort_on_loss, lock_fenced, lock_replicas, lock_label."
{"lock_lease":"long"}: "InvalidArgumentException: [lock_lease] of the cache store must be a number of seconds above 0."
{"lock_lease":0,"lock_renew":true}: "InvalidArgumentException: [lock_lease] of the cache store must be a number of seconds above 0."
{"lock_max_hold":-1}: "InvalidArgumentException: [lock_max_hold] of the cache store must be a number of seconds above 0."
{"lock_server":"localhost:6379"}: "ValueError: RedisLock::__construct(): Argument #4 ($server) has no scheme: it must begin with redis://, rediss:// (TLS), unix://, redis-sentinel:// or redis-cluster://, like redis://host:6379/0"
flushing the locks: [true,false,false]
the connection: "other"
