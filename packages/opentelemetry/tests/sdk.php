<?php

declare(strict_types=1);

/** Sets up the SDK of OpenTelemetry with exporters into memory. */

use OpenTelemetry\API\Trace\StatusCode;
use OpenTelemetry\SDK\Common\Attribute\Attributes;
use OpenTelemetry\SDK\Metrics\Data\Temporality;
use OpenTelemetry\SDK\Metrics\MeterProvider;
use OpenTelemetry\SDK\Metrics\MetricExporter\InMemoryExporter as InMemoryMetricExporter;
use OpenTelemetry\SDK\Metrics\MetricReader\ExportingReader;
use OpenTelemetry\SDK\Resource\ResourceInfo;
use OpenTelemetry\SDK\Sdk;
use OpenTelemetry\SDK\Trace\SpanExporter\InMemoryExporter;
use OpenTelemetry\SDK\Trace\SpanProcessor\SimpleSpanProcessor;
use OpenTelemetry\SDK\Trace\TracerProvider;

/** @return array{ArrayObject, InMemoryMetricExporter, ExportingReader} */
function sdk(): array
{
    static $sdk = null;
    if ($sdk === null) {
        $resource = ResourceInfo::create(Attributes::create([]));
        $sdk = [new ArrayObject(), $exporter = new InMemoryMetricExporter(temporality: Temporality::CUMULATIVE)];
        $sdk[] = $reader = new ExportingReader($exporter);
        $spans = new TracerProvider(new SimpleSpanProcessor(new InMemoryExporter($sdk[0])), resource: $resource);
        $meters = MeterProvider::builder()->setResource($resource)->addReader($reader)->build();
        Sdk::builder()->setTracerProvider($spans)->setMeterProvider($meters)->buildAndRegisterGlobal();
    }
    return $sdk;
}
sdk();

/**
 * Returns the spans that have ended since the last call.
 *
 * @return list<array{string, ?string, array, string, list<array>}> name, its parent's, attributes, status, events
 */
function spans(): array
{
    static $names = [];
    $ended = sdk()[0]->exchangeArray([]);
    foreach ($ended as $span) {
        $names[$span->getSpanId()] = $span->getName();
    }
    return array_map(fn($span) => [
        $span->getName(),
        $names[$span->getParentSpanId()] ?? null,
        $span->getAttributes()->toArray(),
        $span->getStatus()->getCode() === StatusCode::STATUS_ERROR ? 'error' : 'no error',
        array_map(fn($event) => [$event->getName(), $event->getAttributes()->toArray()], $span->getEvents()),
    ], $ended);
}

/**
 * Returns the unit and the points of each metric. The value of a histogram is [count, sum, bounds].
 *
 * @return array<string, array{string, list<array{array, float|int|array}>}>
 */
function points(): array
{
    [, $exporter, $reader] = sdk();
    $reader->collect();
    $points = [];
    foreach ($exporter->collect(true) as $metric) {
        $value = fn($point) => $point->value ?? [$point->count, $point->sum, $point->explicitBounds];
        $points[$metric->name] = [$metric->unit, array_map(fn($point) => [$point->attributes->toArray(), $value($point)], [...$metric->data->dataPoints])];
    }
    return $points;
}

/** Calls a method, which the extension has hooked. */
function call(object $lock, string $method, mixed ...$arguments): mixed
{
    return $lock->$method(...$arguments);
}
