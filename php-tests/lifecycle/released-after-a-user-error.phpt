--TEST--
A lock is released after an E_USER_ERROR
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/endings.php';

end_while_holding("@trigger_error(\"this is the end\", E_USER_ERROR);");
?>
--EXPECT--
outside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: this is the end in Command line code on line 1"
  exit code: 255
  key after its end: 0
inside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: this is the end in Command line code on line 1"
  exit code: 255
  key after its end: 0
