<?php

declare(strict_types=1);

/** The cache is empty, and all processes ask for the report at once: one builds it, the others wait for it. */

$report = $redis->get('cache:report');
if ($report === null) {
    $lock = new RedisLock('rebuild:report', wait: 10.0, autoRenew: true, server: $server);
    $lock->synchronized(function () use ($redis, $work): void {
        // Another process may have built it while this one waited.
        if ($redis->get('cache:report') === null) {
            $work->run('rebuild');
            $redis->getset('cache:report', 'the report');
        }
    });
    $report = $redis->get('cache:report');
}
$report === 'the report' || throw new RuntimeException('there is no report');
