--TEST--
Each server that is unreachable, refuses the client or is of another kind gives the exact message of tables/servers.php
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
