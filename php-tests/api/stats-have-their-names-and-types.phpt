--TEST--
stats() has its fourteen counters, in order, with their types, all zero at first
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

var_dump(RedisLock::stats());
?>
--EXPECT--
array(14) {
  ["acquired"]=>
  int(0)
  ["contended"]=>
  int(0)
  ["timeouts"]=>
  int(0)
  ["released"]=>
  int(0)
  ["lost"]=>
  int(0)
  ["renewed"]=>
  int(0)
  ["attempts"]=>
  int(0)
  ["reconnects"]=>
  int(0)
  ["errors"]=>
  int(0)
  ["wait_seconds"]=>
  float(0)
  ["connections"]=>
  int(0)
  ["held"]=>
  int(0)
  ["waiting"]=>
  int(0)
  ["hold_seconds"]=>
  float(0)
}
