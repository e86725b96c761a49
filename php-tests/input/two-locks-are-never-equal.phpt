--TEST--
Two locks are never equal, however alike; a lock is equal to itself
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$lock = new RedisLock('k');
$alike = new RedisLock('k');
$different = new RedisLock('another key');
say('itself', $lock == $lock);
say('alike', $lock == $alike);
say('different', $lock == $different);
say('found in a list of others', in_array($lock, [$different]));
?>
--EXPECT--
itself: true
alike: false
different: false
found in a list of others: false
