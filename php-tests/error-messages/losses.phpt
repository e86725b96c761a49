--TEST--
Each lock that is lost, held by another client or used wrongly gives the exact message of tables/losses.php
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/error-messages.php';

[$names, $table] = require __DIR__ . '/tables/losses.php';
check_messages($table, $names);
?>
--EXPECT--
messages: 46
as the table says, and documented: true
