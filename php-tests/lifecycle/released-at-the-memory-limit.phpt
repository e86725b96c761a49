--TEST--
A lock is released after the memory limit was hit
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/endings.php';

end_while_holding("str_repeat(\"x\", 1 << 28);", ["memory_limit" => "16M"]);
?>
--EXPECTF--
outside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Allowed memory size of 16777216 bytes exhausted%S (tried to allocate %d bytes) in Command line code on line 1"
  exit code: 255
  key after its end: 0
inside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Allowed memory size of 16777216 bytes exhausted%S (tried to allocate %d bytes) in Command line code on line 1"
  exit code: 255
  key after its end: 0
