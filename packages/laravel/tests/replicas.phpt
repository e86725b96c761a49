--TEST--
A lock with a chosen owner that a replica has acknowledged has all its seconds, unless the reply comes when the key may have expired
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';
require __DIR__ . '/../../../php-tests/inc/replicas.php';

[$master, $replica] = master_and_replicas();
foreach (['' => [], ', lock_server' => ['lock_server' => $master->address]] as $how => $keys) {
    $store = caches($master, ['lock_replicas' => 1] + $keys)->store('redis');
    foreach ([60, 0] as $seconds) {
        $lock = $store->lock("for $seconds s$how", $seconds, 'me');
        say("for $seconds s$how", [$lock->get(), $store->lock("for $seconds s$how", $seconds, 'me')->get()]);
        $left = $lock->getHolder()?->remaining ?? 0.0;
        say('  left', $left > 2.0 && ($seconds === 0 || $left <= 60.0));
    }
}

// The first two seconds may be over when the key gets its seconds: it may be another lock's of this owner by then.
$proxy = FaultProxy::before($master);
$store = caches($master, ['lock_replicas' => 1], ['host' => substr($proxy->address, strlen('unix://')), 'read_timeout' => 9.0])->store('redis');
$store->lock('warm', 60, 'me')->get();
$proxy->on('EVALSHA', 'pass')->on('EVALSHA', 'delay', 2.5);
say('a late reply', $store->lock('late', 60, 'me')->get());
?>
--EXPECT--
for 60 s: [true,false]
  left: true
for 0 s: [true,false]
  left: true
for 60 s, lock_server: [true,false]
  left: true
for 0 s, lock_server: [true,false]
  left: true
a late reply: false
