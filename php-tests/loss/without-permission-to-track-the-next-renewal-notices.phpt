--TEST--
Without permission for HELLO or CLIENT, the thread renews the lock and notices its loss at the next renewal
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(0.7);
foreach (['client' => '-client', 'hello' => '-hello', 'both' => '-client -hello'] as $name => $denied) {
    $redis->ask('ACL', 'SETUSER', $name, 'on', '>secret', '~*', '+@all', ...explode(' ', $denied));
    $lock = new RedisLock('k', ttl: $ttl, server: "$redis->address?user=$name&pass=secret", autoRenew: true);
    $lock->acquire();
    pause(1.2 * $ttl);
    say("without $name: held", $lock->isHeld());
    $redis->ask('DEL', 'k');
    say('  noticed in time', seconds_until_lost($lock) < $ttl * 0.8);
    say('  released', $lock->release());
}
?>
--EXPECT--
without client: held: true
  noticed in time: true
  released: false
without hello: held: true
  noticed in time: true
  released: false
without both: held: true
  noticed in time: true
  released: false
