--TEST--
Each fault of TLS, certificates or their files gives the exact message of tables/tls.php
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/error-messages.php';

[$names, $table] = require __DIR__ . '/tables/tls.php';
check_messages($table, $names);
?>
--EXPECT--
messages: 12
as the table says, and documented: true
