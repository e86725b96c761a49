<?php

declare(strict_types=1);

/**
 * What every test begins with. Whatever goes wrong in a helper ends the test with an exception: nothing is skipped.
 */

require_once __DIR__ . '/output.php';
require_once __DIR__ . '/time.php';
require_once __DIR__ . '/port.php';
require_once __DIR__ . '/RespClient.php';
require_once __DIR__ . '/RedisServer.php';
require_once __DIR__ . '/PhpChild.php';
require_once __DIR__ . '/FaultProxy.php';
require_once __DIR__ . '/Monitor.php';
require_once __DIR__ . '/Certificates.php';
