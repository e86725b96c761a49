--TEST--
A lock is released after a fatal error of the compiler
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/endings.php';

end_while_holding("eval(\"function twice() {} function twice() {}\");");
?>
--EXPECTF--
outside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Cannot redeclare %Stwice() (previously declared in Command line code(1) : eval()'d code:1) in Command line code(1) : eval()'d code on line 1"
  exit code: 255
  key after its end: 0
inside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Cannot redeclare %Stwice() (previously declared in Command line code(1) : eval()'d code:1) in Command line code(1) : eval()'d code on line 1"
  exit code: 255
  key after its end: 0
