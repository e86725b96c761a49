--TEST--
What is said of mistakes: servers that are not there, do not let us in, or are others than was thought (tables/servers.php)
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/error-messages.php';

[$names, $table] = require __DIR__ . '/tables/servers.php';
check_messages($table, $names);
?>
--EXPECT--
messages: 27
as the table says, and documented: true
