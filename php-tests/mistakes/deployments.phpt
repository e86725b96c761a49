--TEST--
Mistakes: tables/deployments.php
--FILE--
<?php
require __DIR__ . '/../../server-tests/inc/bootstrap.php';
require __DIR__ . '/../inc/mistakes.php';

[$names, $table] = require __DIR__ . '/tables/deployments.php';
check_mistakes($table, $names);
?>
--EXPECT--
