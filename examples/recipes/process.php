<?php

declare(strict_types=1);

/**
 * One of a recipe's processes: process.php <recipe> <socket> <number of this process> <how many the work awaits, 0: none>.
 * A recipe has $redis, $server, $work and $number.
 */

require __DIR__ . '/../lib/bootstrap.php';
require __DIR__ . '/Work.php';
require __DIR__ . '/NoLock.php';

[, $recipe, $socket, $number, $awaited] = $argv;
$redis = new TinyRedis($socket);
$server = "unix://$socket";
$work = new Work($redis, (int) $awaited);

echo "ready\n";
fgets(STDIN);
if ($awaited === '0') {
    require __DIR__ . "/$recipe.php";
} else {
    // The same recipe, with its lock taken away.
    $code = str_replace('declare(strict_types=1);', 'use NoLock as RedisLock; use NoLock as RedisSemaphore;', (string) file_get_contents(__DIR__ . "/$recipe.php"));
    eval("?>$code");
}
