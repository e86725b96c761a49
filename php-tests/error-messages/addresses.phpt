--TEST--
Each invalid address gives the exact message of tables/addresses.php
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/error-messages.php';

check_messages(require __DIR__ . '/tables/addresses.php');
?>
--EXPECT--
messages: 66
as the table says, and documented: true
