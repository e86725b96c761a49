--TEST--
The example's command, schedule and queue each run in two processes at once
--EXTENSIONS--
iconv
igbinary
redis
--FILE--
<?php
passthru(implode(' ', array_map(escapeshellarg(...), [getenv('TEST_PHP_EXECUTABLE'), '-n', __DIR__ . '/../example/demo.php'])));
?>
--EXPECT--
A command, twice at once, neither waits: another process imports, imported
  done: import
A command, twice at once, both wait: imported, imported
  done: import, import
A schedule, by two servers at once: clean up
Jobs, one of them dispatched twice, by two workers: report June, report May
