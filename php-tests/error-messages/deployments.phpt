--TEST--
Each fault of a quorum, Sentinel or cluster gives the exact message of tables/deployments.php
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
