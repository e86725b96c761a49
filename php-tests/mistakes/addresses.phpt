--TEST--
What is said of mistakes: addresses that are none (tables/addresses.php)
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/mistakes.php';

check_mistakes(require __DIR__ . '/tables/addresses.php');
?>
--EXPECT--
mistakes: 65
as the table says, and documented: true
