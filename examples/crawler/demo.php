<?php

declare(strict_types=1);

/**
 * A crawler of 200 fibers. The site allows five requests at once, from all crawlers together: a semaphore of five permits. While a
 * fiber waits for a permit, the others run.
 *
 * Exits with 1 unless all pages are there, five requests ran at once and never more, and a clock beside them went on.
 */

require __DIR__ . '/../lib/bootstrap.php';
require __DIR__ . '/Loop.php';

const PAGES = 200;
const AT_ONCE = 5;

$redis = new PrivateRedis();
RedisLock::setPoll(Loop::poll(...));

$pages = $requests = $most = $ticks = 0;
$crawl = function (int $page) use ($redis, &$pages, &$requests, &$most): void {
    $permits = new RedisSemaphore('site', permits: AT_ONCE, ttl: 5.0, wait: 60.0, server: "unix://$redis->socket");
    $permits->synchronized(function () use (&$pages, &$requests, &$most): void {
        $most = max($most, ++$requests);
        Loop::poll(null, 0.01); // the request
        $requests--;
        $pages++;
    });
};
$tick = function () use (&$pages, &$ticks): void {
    while ($pages < PAGES) {
        Loop::poll(null, 0.01);
        $ticks++;
    }
};
$start = hrtime(true);
Loop::run($tick, ...array_map(fn(int $page) => fn() => $crawl($page), range(1, PAGES)));
printf(
    "%d pages by %d fibers in %.2f s, up to %d requests at once; a clock beside them ticked %d times\n",
    $pages,
    PAGES,
    (hrtime(true) - $start) / 1e9,
    $most,
    $ticks,
);

// Five at a time for ten milliseconds each take 0.4 seconds at least.
if ($pages !== PAGES || $most !== AT_ONCE || $ticks < 20) {
    fwrite(STDERR, "FAILED\n");
    exit(1);
}
