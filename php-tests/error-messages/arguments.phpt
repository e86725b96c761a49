--TEST--
Each argument that is out of range, of the wrong type or missing gives the exact message of tables/arguments.php
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/error-messages.php';

check_messages(require __DIR__ . '/tables/arguments.php');
?>
--EXPECT--
messages: 69
as the table says, and documented: true
