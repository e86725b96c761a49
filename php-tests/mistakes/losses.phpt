--TEST--
Mistakes: tables/losses.php
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/mistakes.php';

[$names, $table] = require __DIR__ . '/tables/losses.php';
check_mistakes($table, $names);
?>
--EXPECT--
