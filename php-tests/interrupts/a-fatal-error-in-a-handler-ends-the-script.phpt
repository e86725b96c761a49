--TEST--
A fatal error in a signal handler ends the script during a wait and leaves nothing behind
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/handler-endings.php';

end_by_handler('@trigger_error("enough", E_USER_ERROR);');
?>
--EXPECT--
acquire, in the queue: "handling"

Fatal error: enough in Command line code on line 3
shutdown function
exit code: 255
keys left: ["k"]
synchronized, in the queue: "handling"

Fatal error: enough in Command line code on line 3
shutdown function
exit code: 255
keys left: ["k"]
acquire, before the reply: "handling"

Fatal error: enough in Command line code on line 3
shutdown function
exit code: 255
keys left: []
synchronized, before the reply: "handling"

Fatal error: enough in Command line code on line 3
shutdown function
exit code: 255
keys left: []
acquire, reply at hand: "handling"

Fatal error: enough in Command line code on line 3
shutdown function
exit code: 255
keys left: []
synchronized, reply at hand: "handling"

Fatal error: enough in Command line code on line 3
shutdown function
exit code: 255
keys left: []
