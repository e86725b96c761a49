--TEST--
What is said of mistakes: locks that are lost, that others hold, and that are used as they cannot be (tables/losses.php)
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/error-messages.php';

[$names, $table] = require __DIR__ . '/tables/losses.php';
check_messages($table, $names);
?>
--EXPECT--
messages: 41
as the table says, and documented: true
