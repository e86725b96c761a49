--TEST--
Mistakes: tables/servers.php
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/mistakes.php';

[$names, $table] = require __DIR__ . '/tables/servers.php';
check_mistakes($table, $names);
?>
--EXPECT--
