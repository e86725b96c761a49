--TEST--
Each wrong setting gives the exact message of tables/settings.php
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/error-messages.php';

check_messages(require __DIR__ . '/tables/settings.php');
?>
--EXPECT--
messages: 9
as the table says, and documented: true
