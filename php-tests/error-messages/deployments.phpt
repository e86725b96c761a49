--TEST--
What is said of mistakes: quorum, Sentinel and cluster (tables/deployments.php)
--FILE--
<?php
require __DIR__ . '/../../server-tests/inc/bootstrap.php';
require __DIR__ . '/../inc/error-messages.php';

[$names, $table] = require __DIR__ . '/tables/deployments.php';
check_messages($table, $names);
?>
--EXPECT--
messages: 18
as the table says, and documented: true
