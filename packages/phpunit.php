<?php

/** PHPUnit without its own program, which asks for extensions that these tests do not need. */

declare(strict_types=1);

require getenv('REDISLOCK_FRAMEWORK') . '/autoload.php'; // has polyfills
set_include_path(getenv('REDISLOCK_PHPUNIT') . '/root/usr/share/php' . PATH_SEPARATOR . get_include_path());
require_once 'PHPUnit/Autoload.php';

exit((new PHPUnit\TextUI\Application())->run($_SERVER['argv']));
