--TEST--
A lock is released after the call of an undefined function
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/endings.php';

end_while_holding("no_such_function();");
?>
--EXPECT--
outside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Uncaught Error: Call to undefined function no_such_function() in Command line code:1"
  exit code: 255
  key after its end: 0
inside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Uncaught Error: Call to undefined function no_such_function() in Command line code:1"
  exit code: 255
  key after its end: 0
