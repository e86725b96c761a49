--TEST--
The store's lock_* keys set the options of its locks
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
say('and one that is generated for it', [$labelled->lock('d')->getHolder()->label === "worker $named", $labelled->lock('free')->getHolder()]);
ini_set('redislock.label', 'from php.ini');
say('redislock.label', ($by_ini = $with([])->lock('e', 60))->get() && $by_ini->getHolder()->label === 'from php.ini');
ini_restore('redislock.label');

say('lock_replicas', preg_replace('/Cannot.*?: /', '', thrown(fn() => $with(['lock_replicas' => 1])->lock('f', 60)->get())));
foreach (['' => [], ' with lock_server' => ['lock_server' => "$redis->address?read_timeout=1"]] as $how => $keys) {
    $replicated = $with(['lock_replicas' => 1] + $keys);
    $got = array_map(fn(int $seconds) => $replicated->lock('of an owner', $seconds, 'me')->get(), [60, 0, 60]);
    $left = $replicated->lock('of an owner')->getHolder()?->remaining ?? 0.0;
    say("and with a chosen owner$how, for two seconds at most", [$got, $left <= 2.0]);
    await('the end of its key', fn() => !$replicated->lock('of an owner')->isLocked());
}
say('lock_server', [$with(['lock_server' => "$redis->address?db=9"])->lock('g', 60)->get(), $redis->ask('SELECT', 9), count($redis->locks())]);
$leased = $with(['lock_renew' => true, 'lock_lease' => '7.5'])->lock('h', 60);
$leased->get();
$redis->ask('SELECT', 0);
$left = $redis->ask('PTTL', 'db_' . $with([])->getStore()->getPrefix() . 'h') / 1000;
say('lock_lease', $left > 3 && $left <= 7.5);

foreach ([['lock_renews' => true], ['lock_lease' => 'long'], ['lock_lease' => 0, 'lock_renew' => true], ['lock_max_hold' => -1], ['lock_server' => 'localhost:6379']] as $keys) {
    say(shown($keys), thrown(fn() => $with($keys)->lock('a')->get()));
}

// As strings they come from the environment.
$renews = function (mixed $value) use ($with) {
    $held = $with(['lock_renew' => $value, 'lock_lease' => 5])->lock('i', 60);
    $held->get();
    $is = $held->getHolder()->remaining < 10;
    $held->release();
    return $is;
};
say('lock_renew', array_map($renews, ['true', 'on', '1', true]));
say('no lock_renew', array_map($renews, ['false', 'off', 'no', '0', '', null]));
say('lock_replicas', $with(['lock_replicas' => '0'])->lock('j')->get());
foreach ([
    ['lock_renew' => 'maybe'], ['lock_abort_on_loss' => []], ['lock_fenced' => 2], ['lock_replicas' => 'two'], ['lock_replicas' => ''], ['lock_replicas' => '1.5'],
    ['lock_replicas' => -1], ['lock_label' => "a\nb"], ['lock_label' => []], ['lock_lease' => 0.0001, 'lock_renew' => true], ['lock_lease' => 'NAN'], ['lock_server' => ['redis://h', 5]],
] as $keys) {
    say(shown($keys), thrown(fn() => $with($keys)->lock('a')->get()));
}
$wrong = $with(['lock_lease' => 'long', 'lock_server' => 'localhost']);
say('the cache goes on with wrong keys', [$wrong->put('v', 1, 60), $wrong->get('v')]);
$secret = 's3cret';
ini_set('zend.exception_string_param_max_len', 1000);
foreach ([['lock_lease' => 'x'], ['lock_label' => []], ['lock_replicas' => -1], ['lock_server' => ["redis://:$secret@h", 5]]] as $keys) {
    try {
        $with(['lock_server' => "redis://:$secret@h", ...$keys])->lock('a')->get();
        echo "not refused\n";
    } catch (InvalidArgumentException|ValueError $e) {
        say('a password in the arguments', str_contains(json_encode(array_column($e->getTrace(), 'args'), JSON_PARTIAL_OUTPUT_ON_ERROR), $secret));
    }
}
foreach ([['host' => ''], ['scheme' => 'http'], ['host' => 'h/0'], ['url' => "redis://:$secret@h:port"]] as $connection) {
    try {
        caches($redis, [], ['password' => $secret, ...$connection])->store('redis')->lock('a')->get();
        echo "not refused\n";
    } catch (InvalidArgumentException $e) {
        say('a password in the arguments', str_contains(json_encode(array_column($e->getTrace(), 'args'), JSON_PARTIAL_OUTPUT_ON_ERROR), $secret));
    }
}
foreach ([['password' => $secret], ['lock_server' => "redis://:$secret@h"]] as $n => $keys) {
    $lock = ($n ? $with($keys) : caches($redis, [], $keys)->store('redis'))->lock('a');
    $ours = (fn() => ['redis' => null] + get_object_vars($this))->call((fn() => $this->connection)->call($lock)); // but for Laravel's own
    ob_start();
    var_dump($ours);
    print_r($ours);
    var_export($ours);
    say('a password in a dump', str_contains(ob_get_clean(), $secret));
}
$store = $with(['lock_connection' => 'other'])->getStore();
say('flushing the locks', [$store->hasSeparateLockStore(), $with([])->getStore()->hasSeparateLockStore(), $with(['lock_connection' => 'other', 'lock_server' => $redis->address])->getStore()->hasSeparateLockStore()]);
say('the connection', $store->lock('a')->getConnectionName());
?>
--EXPECT--
lock_fenced: [true,true,null]
lock_label: [true,true,true]
also of an owner from before the acquisition: [true,true,true]
and one that is generated for it: [true,null]
redislock.label: true
lock_replicas: "nothing thrown, returned false"
and with a chosen owner, for two seconds at most: [[false,false,false],true]
and with a chosen owner with lock_server, for two seconds at most: [[false,false,false],true]
lock_server: [true,"OK",1]
lock_lease: true
{"lock_renews":true}: "nothing thrown, returned false"
{"lock_lease":"long"}: "InvalidArgumentException: [lock_lease] of the cache store must be a number of seconds."
{"lock_lease":0,"lock_renew":true}: "ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be between 0.001 and 1e9 seconds"
{"lock_max_hold":-1}: "ValueError: RedisLock::__construct(): Argument #6 ($maxHold) must be greater than 0 seconds"
{"lock_server":"localhost:6379"}: "ValueError: RedisLock::__construct(): Argument #4 ($server) has no scheme: it must begin with redis://, rediss:// (TLS), unix://, redis-sentinel:// or redis-cluster://, like redis://host:6379/0"
lock_renew: [true,true,true,true]
no lock_renew: [false,false,false,false,false,false]
lock_replicas: true
{"lock_renew":"maybe"}: "InvalidArgumentException: [lock_renew] of the cache store must be true or false."
{"lock_abort_on_loss":[]}: "InvalidArgumentException: [lock_abort_on_loss] of the cache store must be true or false."
{"lock_fenced":2}: "InvalidArgumentException: [lock_fenced] of the cache store must be true or false."
{"lock_replicas":"two"}: "InvalidArgumentException: [lock_replicas] of the cache store must be a whole number."
{"lock_replicas":""}: "InvalidArgumentException: [lock_replicas] of the cache store must be a whole number."
{"lock_replicas":"1.5"}: "InvalidArgumentException: [lock_replicas] of the cache store must be a whole number."
{"lock_replicas":-1}: "ValueError: RedisLock::__construct(): Argument #10 ($replicas) must be greater than or equal to 0"
{"lock_label":"a\nb"}: "ValueError: RedisLock::__construct(): Argument #13 ($label) must be at most 200 printable ASCII characters, like \"web %h:%p\""
{"lock_label":[]}: "InvalidArgumentException: [lock_label] of the cache store must be a string."
{"lock_lease":0.0001,"lock_renew":true}: "ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be between 0.001 and 1e9 seconds"
{"lock_lease":"NAN"}: "InvalidArgumentException: [lock_lease] of the cache store must be a number of seconds."
{"lock_server":["redis://h",5]}: "ValueError: RedisLock::__construct(): Argument #4 ($server) is a list whose element [1] must be a string like \"redis://host:6379/0\""
the cache goes on with wrong keys: [true,"1"]
a password in the arguments: false
a password in the arguments: false
a password in the arguments: false
a password in the arguments: false
a password in the arguments: false
a password in the arguments: false
a password in the arguments: false
a password in the arguments: false
a password in a dump: false
a password in a dump: false
flushing the locks: [true,false,false]
the connection: "other"
