--TEST--
A lock is released after max_execution_time
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/endings.php';

end_while_holding("set_time_limit(1); while (true);");
?>
--EXPECT--
outside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Maximum execution time of 1 second exceeded in Command line code on line 1"
  exit code: 255
  key after its end: 0
inside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Maximum execution time of 1 second exceeded in Command line code on line 1"
  exit code: 255
  key after its end: 0
