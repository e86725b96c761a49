--TEST--
What is said of mistakes: settings (tables/settings.php)
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/mistakes.php';

check_mistakes(require __DIR__ . '/tables/settings.php');
?>
--EXPECT--
mistakes: 9
as the table says, and documented: true
