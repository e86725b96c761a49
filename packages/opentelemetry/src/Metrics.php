<?php

declare(strict_types=1);

namespace RedisLock\OpenTelemetry;

use OpenTelemetry\API\Globals;
use OpenTelemetry\API\Metrics\CounterInterface;
use OpenTelemetry\API\Metrics\HistogramInterface;
use OpenTelemetry\API\Metrics\ObserverInterface;

/** A listener for RedisLock::listen(), which measures what it is told. */
final class Metrics
{
    /** Bounds of buckets in seconds. The default `wait` is 10 seconds. */
    private const WAITS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0];

    /** Bounds of buckets in seconds. The default `ttl` is 30 seconds. */
    private const HOLDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0, 3600.0];

    private readonly HistogramInterface $waits;
    private readonly HistogramInterface $holds;
    private readonly CounterInterface $acquisitions;
    private readonly CounterInterface $contended;
    private readonly CounterInterface $released;
    private readonly CounterInterface $lost;
    private readonly CounterInterface $errors;

    /**
     * Takes the meter of OpenTelemetry's global provider, so the SDK must be set up before.
     *
     * @param null|\Closure(string): string $name makes few names of many keys, for the attribute
     *     redislock.key: "order:4711" is "order:*". Null: there is no such attribute
     */
    public function __construct(private readonly ?\Closure $name = null)
    {
        $meter = Globals::meterProvider()->getMeter('redislock', phpversion('redislock') ?: null);
        $histogram = fn(string $name, string $description, array $bounds): HistogramInterface => $meter->createHistogram(
            $name,
            's',
            $description,
            ['ExplicitBucketBoundaries' => $bounds],
        );
        $this->waits = $histogram('redislock.wait.duration', 'Time until an acquisition had the lock or gave up', self::WAITS);
        $this->holds = $histogram('redislock.hold.duration', 'Time from the acquisition to the release or loss', self::HOLDS);
        $this->acquisitions = $meter->createCounter('redislock.acquisitions', '{acquisition}', 'Acquisitions by outcome');
        $this->contended = $meter->createCounter('redislock.contended', '{acquisition}', 'Acquisitions that met another owner or waiter');
        $this->released = $meter->createCounter('redislock.released', '{lock}', 'Locks released');
        $this->lost = $meter->createCounter('redislock.lost', '{lock}', 'Locks lost while this process relied on them');
        $this->errors = $meter->createCounter('redislock.errors', '{operation}', 'Operations without a usable reply');
        $observe = static fn(ObserverInterface $observer) => $observer->observe(\RedisLock::stats()['held']);
        $meter->createObservableUpDownCounter('redislock.held', '{lock}', 'Locks held now', [], $observe);
    }

    public function __invoke(\RedisLockEvent $event): void
    {
        $attributes = ['redislock.kind' => $event->kind];
        if ($this->name !== null) {
            $attributes['redislock.key'] = ($this->name)($event->key);
        }
        match ($event->type) {
            'acquired', 'timeout' => $this->acquire($event->type, $attributes, $event->waited),
            'contended' => $this->contend($attributes),
            'released' => $this->released->add(1, $attributes),
            'lost' => $this->lost->add(1, [...$attributes, 'redislock.reason' => $event->reason]),
            'error' => $this->fail((string) $event->reason, $attributes),
            default => null,
        };
        if ($event->held !== null) {
            $this->holds->record($event->held, [...$attributes, 'redislock.outcome' => $event->type]);
        }
    }

    private function acquire(string $outcome, array $attributes, ?float $waited = null): void
    {
        $attributes['redislock.outcome'] = $outcome;
        $this->acquisitions->add(1, $attributes);
        if ($waited !== null) {
            $this->waits->record($waited, $attributes);
        }
    }

    /** Counts a contention. A tryAcquire() that is refused has no other event, so the stack tells. */
    private function contend(array $attributes): void
    {
        $this->contended->add(1, $attributes);
        foreach (debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS) as $frame) {
            if (\in_array($frame['class'] ?? null, Spans::CLASSES, true)) {
                $frame['function'] === 'tryAcquire' && $this->acquire('refused', $attributes);
                return;
            }
        }
    }

    private function fail(string $message, array $attributes): void
    {
        $this->errors->add(1, $attributes);
        if (str_starts_with($message, 'Cannot acquire ')) {
            $this->acquire('error', $attributes);
        }
    }
}
