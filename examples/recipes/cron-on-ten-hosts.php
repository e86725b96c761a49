<?php

declare(strict_types=1);

/**
 * The same crontab is on ten hosts, and the report is sent once. The lock is not released: a host whose clock is late by some seconds
 * still finds it, so the ttl must be longer than clocks differ. Each run has a key of its own.
 */

$run = '2026-11-28 03:00'; // date('Y-m-d H:i')
$lock = new RedisLock("cron:report:$run", ttl: 300.0, autoRelease: false, server: $server);
if ($lock->tryAcquire()) {
    $work->run('report');
}
