--TEST--
exit() in a signal handler ends the script during a wait, with its exit code, and leaves nothing behind
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/handler-endings.php';

end_by_handler('exit(3);');
?>
--EXPECT--
acquire, in the queue: "handling"
shutdown function
exit code: 3
keys left: ["k"]
synchronized, in the queue: "handling"
shutdown function
exit code: 3
keys left: ["k"]
acquire, before the reply: "handling"
shutdown function
exit code: 3
keys left: []
synchronized, before the reply: "handling"
shutdown function
exit code: 3
keys left: []
acquire, reply at hand: "handling"
shutdown function
exit code: 3
keys left: []
synchronized, reply at hand: "handling"
shutdown function
exit code: 3
keys left: []
