--TEST--
A lock is released after an uncaught exception
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/endings.php';

end_while_holding("throw new LogicException(\"uncaught\");");
?>
--EXPECT--
outside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Uncaught LogicException: uncaught in Command line code:1"
  exit code: 255
  key after its end: 0
inside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Uncaught LogicException: uncaught in Command line code:1"
  exit code: 255
  key after its end: 0
