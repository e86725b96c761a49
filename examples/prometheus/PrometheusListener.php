<?php

declare(strict_types=1);

use Prometheus\Counter;
use Prometheus\Gauge;
use Prometheus\Histogram;
use Prometheus\RegistryInterface;

/** A listener for RedisLock::listen() that measures with promphp/prometheus_client_php. */
final class PrometheusListener
{
    /** Bounds of buckets in seconds, around the defaults of `wait` (10) and `ttl` (30). */
    private const WAITS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0];
    private const HOLDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0, 3600.0];

    private readonly Histogram $waits;
    private readonly Histogram $holds;
    private readonly Counter $acquisitions;
    private readonly Counter $contended;
    private readonly Counter $released;
    private readonly Counter $lost;
    private readonly Counter $errors;
    private readonly Gauge $held;
    private int $reported = 0;

    public function __construct(RegistryInterface $registry)
    {
        $histogram = fn(string $name, string $help, array $bounds): Histogram =>
            $registry->getOrRegisterHistogram('redislock', $name, $help, ['kind', 'outcome'], $bounds);
        $counter = fn(string $name, string $help, string ...$labels): Counter =>
            $registry->getOrRegisterCounter('redislock', $name, $help, ['kind', ...$labels]);
        $this->waits = $histogram('wait_duration_seconds', 'Time until an acquisition had the lock or gave up', self::WAITS);
        $this->holds = $histogram('hold_duration_seconds', 'Time from the acquisition to the release or loss', self::HOLDS);
        $this->acquisitions = $counter('acquisitions_total', 'Acquisitions by outcome', 'outcome');
        $this->contended = $counter('contended_total', 'Acquisitions that met another owner or waiter');
        $this->released = $counter('released_total', 'Locks released');
        $this->lost = $counter('lost_total', 'Locks lost while a process relied on them', 'reason');
        $this->errors = $counter('errors_total', 'Operations without a usable reply');
        $this->held = $registry->getOrRegisterGauge('redislock', 'held', 'Locks held now');
    }

    /** No label is the key, because keys are many. */
    public function __invoke(RedisLockEvent $event): void
    {
        match ($event->type) {
            'acquired', 'timeout' => $this->acquire($event->kind, $event->type, $event->waited),
            'contended' => $this->contend($event->kind),
            'released' => $this->released->inc([$event->kind]),
            'lost' => $this->lost->inc([$event->kind, (string) $event->reason]),
            'error' => $this->fail($event->kind, (string) $event->reason),
            default => null,
        };
        if ($event->held !== null) {
            $this->holds->observe($event->held, [$event->kind, $event->type]);
        }
    }

    /**
     * Brings the gauge up to date. Call it before the metrics are shown or pushed, and at the end of
     * each request or job. It adds the change, so the processes of a common storage add up.
     */
    public function report(): void
    {
        $held = RedisLock::stats()['held'];
        $this->held->incBy($held - $this->reported);
        $this->reported = $held;
    }

    private function acquire(string $kind, string $outcome, ?float $waited = null): void
    {
        $this->acquisitions->inc([$kind, $outcome]);
        if ($waited !== null) {
            $this->waits->observe($waited, [$kind, $outcome]);
        }
    }

    /** Counts a contention. A tryAcquire() that is refused has no other event, so the stack tells. */
    private function contend(string $kind): void
    {
        $this->contended->inc([$kind]);
        foreach (debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS) as $frame) {
            if (in_array($frame['class'] ?? null, [RedisLock::class, RedisSemaphore::class, RedisMultiLock::class], true)) {
                $frame['function'] === 'tryAcquire' && $this->acquire($kind, 'refused');
                return;
            }
        }
    }

    private function fail(string $kind, string $message): void
    {
        $this->errors->inc([$kind]);
        if (str_starts_with($message, 'Cannot acquire ')) {
            $this->acquire($kind, 'error');
        }
    }
}
