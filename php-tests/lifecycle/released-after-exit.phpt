--TEST--
A lock is released after exit()
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/endings.php';

end_while_holding("exit(3);");
?>
--EXPECT--
outside of synchronized(): "held"
  key while it runs: 1
  said: ""
  exit code: 3
  key after its end: 0
inside of synchronized(): "held"
  key while it runs: 1
  said: ""
  exit code: 3
  key after its end: 0
