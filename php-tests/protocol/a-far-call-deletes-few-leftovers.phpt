--TEST--
If the server is far, a call deletes one leftover of other locks at most, and does not spend its time on all of them
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$address = "$proxy->address?read_timeout=1";
$other = new RedisLock('other', server: $address);
$other->acquire() && $other->release(); // the server knows the script
foreach (range(1, 6) as $n) {
    $proxy->on('SET', 'hang');
    thrown(fn() => (new RedisLock("key$n", server: $address))->tryAcquire());
}
$proxy->always('EVALSHA', 'delay', 0.05);
$proxy->seen();
say('locked', (new RedisLock('other', server: $proxy->address))->isLocked());
// A new connection may ask for native commands first.
say('commands', array_count_values(array_diff($proxy->seenNames(), ['COMMAND'])));
?>
--EXPECT--
locked: false
commands: {"EVALSHA":1,"EXISTS":1}
