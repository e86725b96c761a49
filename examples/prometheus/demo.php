<?php

declare(strict_types=1);

/**
 * Locks are acquired, refused, waited for in vain, lost and held. Then it prints what a /metrics page
 * would show. It takes the path of an autoload.php that loads promphp/prometheus_client_php.
 *
 * Exits with 1 unless each of these is among the figures.
 */

use Prometheus\CollectorRegistry;
use Prometheus\RenderTextFormat;
use Prometheus\Storage\InMemory;

require __DIR__ . '/../lib/bootstrap.php';
require $argv[1] ?? throw new RuntimeException('name the autoload.php of a project with promphp/prometheus_client_php');
require __DIR__ . '/PrometheusListener.php';

$redis = new PrivateRedis();
ini_set('redislock.server', "unix://$redis->socket");
$registry = new CollectorRegistry(new InMemory(), false);
$listener = new PrometheusListener($registry);
RedisLock::listen($listener);

$report = new RedisLock('report');
$other = new RedisLock('report');
$report->synchronized(function () use ($other): void {
    $other->tryAcquire();
    $other->acquire(0.02);
});

$import = new RedisLock('import');
$import->acquire();
(new RedisLock('import'))->forceRelease();
$import->release(); // false, because the lock is lost

$held = new RedisSemaphore('workers', 4);
$held->acquire();

$listener->report();
$text = (new RenderTextFormat())->render($registry->getMetricFamilySamples());
echo $text;

foreach (['outcome="refused"} 1', 'outcome="timeout"} 1', 'redislock_lost_total{', 'redislock_held 1'] as $part) {
    if (!str_contains($text, $part)) {
        fwrite(STDERR, "FAILED\n");
        exit(1);
    }
}
