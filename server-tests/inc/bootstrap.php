<?php

declare(strict_types=1);

/** Loads the helpers of php-tests and of this folder. Every test here begins with it. */

require_once __DIR__ . '/../../php-tests/inc/bootstrap.php';
require_once __DIR__ . '/../../php-tests/inc/acl.php';
require_once __DIR__ . '/Node.php';
require_once __DIR__ . '/Kind.php';
require_once __DIR__ . '/Deployment.php';
require_once __DIR__ . '/SingleServer.php';
require_once __DIR__ . '/Quorum.php';
require_once __DIR__ . '/Sentinels.php';
require_once __DIR__ . '/Cluster.php';
require_once __DIR__ . '/FencedCounter.php';
require_once __DIR__ . '/MockSentinel.php';
require_once __DIR__ . '/MockNode.php';
require_once __DIR__ . '/kinds.php';

/** A PHP process of its own, which has these helpers, too. */
function child(string $code, array $arguments = [], bool $killed = false): PhpChild
{
    return PhpChild::start('require ' . var_export(__FILE__, true) . "; $code", $arguments, killed: $killed);
}
