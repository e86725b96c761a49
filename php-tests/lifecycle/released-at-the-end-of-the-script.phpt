--TEST--
A lock is released at the end of the script
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/endings.php';

end_while_holding("");
?>
--EXPECT--
outside of synchronized(): "held"
  key while it runs: 1
  said: ""
  exit code: 0
  key after its end: 0
inside of synchronized(): "held"
  key while it runs: 1
  said: ""
  exit code: 0
  key after its end: 0
