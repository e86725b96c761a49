--TEST--
A lock with a chosen owner that a replica has acknowledged has all its seconds
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
