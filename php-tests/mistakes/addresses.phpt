--TEST--
Mistakes: tables/addresses.php
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/mistakes.php';

check_mistakes(require __DIR__ . '/tables/addresses.php');
?>
--EXPECT--
