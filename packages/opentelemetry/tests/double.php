<?php

declare(strict_types=1);

/** A double of what the package calls of open-telemetry/api and open-telemetry/sdk. */

namespace OpenTelemetry\API {
    use OpenTelemetry\API\Metrics\MeterProvider;

    final class Globals
    {
        public static function meterProvider(): MeterProvider
        {
            return new MeterProvider();
        }
    }
}

namespace OpenTelemetry\API\Instrumentation {
    use OpenTelemetry\API\Trace\Span;

    final class CachedInstrumentation
    {
        public function __construct(string $name, ?string $version = null)
        {
        }

        public function tracer(): self
        {
            return $this;
        }

        public function spanBuilder(string $name): Span
        {
            return new Span($name);
        }
    }
}

namespace OpenTelemetry\API\Trace {
    use OpenTelemetry\Context\Context;

    interface StatusCode
    {
        public const STATUS_ERROR = 'error';
    }

    final class Span
    {
        /** @var list<self> those that have ended */
        public static array $ended = [];

        public ?self $parent = null;
        public array $attributes = [];
        public array $events = [];
        public string $status = 'no error';

        public function __construct(public readonly string $name)
        {
        }

        public function startSpan(): self
        {
            $this->parent = Context::getCurrent()->span;
            return $this;
        }

        public function storeInContext(Context $context): Context
        {
            return new Context($this);
        }

        public function setAttribute(string $name, mixed $value): self
        {
            $this->attributes[$name] = $value;
            return $this;
        }

        public function addEvent(string $name, array $attributes): self
        {
            $this->events[] = [$name, $attributes];
            return $this;
        }

        public function setStatus(string $status): self
        {
            $this->status = $status;
            return $this;
        }

        public function end(): void
        {
            self::$ended[] = $this;
        }
    }
}

namespace OpenTelemetry\Context {
    use OpenTelemetry\API\Trace\Span;

    final class Context
    {
        /** @var list<Scope> those that are attached in each fiber, by its number */
        public static array $scopes = [];

        public function __construct(public readonly ?Span $span = null)
        {
        }

        public static function storage(): self
        {
            return new self();
        }

        public static function getCurrent(): self
        {
            return end(self::$scopes[self::fiber()])?->context ?? new self();
        }

        public function attach(self $context): Scope
        {
            return self::$scopes[self::fiber()][] = new Scope($context);
        }

        public static function fiber(): int
        {
            $fiber = \Fiber::getCurrent();
            $number = $fiber === null ? 0 : spl_object_id($fiber);
            self::$scopes[$number] ??= [];
            return $number;
        }
    }

    final class Scope
    {
        public function __construct(public readonly Context $context)
        {
        }

        public function detach(): int
        {
            $scopes = &Context::$scopes[Context::fiber()];
            $scopes = array_values(array_filter($scopes, fn(self $scope): bool => $scope !== $this));
            return 0;
        }
    }
}

namespace OpenTelemetry\API\Metrics {
    interface CounterInterface
    {
    }

    interface HistogramInterface
    {
    }

    interface ObserverInterface
    {
    }

    final class MeterProvider
    {
        public function getMeter(string $name, ?string $version = null): MeterInterface
        {
            return new MeterInterface();
        }
    }

    final class MeterInterface
    {
        /** @var list<Instrument> */
        public static array $instruments = [];

        public function createCounter(string $name, ?string $unit = null, ?string $description = null, array $advisory = []): Instrument
        {
            return self::$instruments[$name] = new Instrument((string) $unit);
        }

        public function createHistogram(string $name, ?string $unit = null, ?string $description = null, array $advisory = []): Instrument
        {
            return self::$instruments[$name] = new Instrument((string) $unit, $advisory['ExplicitBucketBoundaries']);
        }

        public function createObservableUpDownCounter(string $name, ?string $unit, ?string $description, array $advisory, callable $callback): void
        {
            self::$instruments[$name] = new Instrument((string) $unit, callback: $callback(...));
        }
    }

    final class Instrument implements CounterInterface, HistogramInterface, ObserverInterface
    {
        /** @var array<string, array{array, float|int|array}> the points by their attributes */
        public array $points = [];

        public function __construct(public readonly string $unit, public readonly array $bounds = [], public readonly ?\Closure $callback = null)
        {
        }

        public function add(int $number, array $attributes): void
        {
            $point = &$this->points[json_encode($attributes)];
            $point = [$attributes, ($point[1] ?? 0) + $number];
        }

        public function record(float $value, array $attributes): void
        {
            $point = &$this->points[json_encode($attributes)];
            [$count, $sum] = $point[1] ?? [0, 0.0];
            $point = [$attributes, [$count + 1, $sum + $value, $this->bounds]];
        }

        public function observe(int $value): void
        {
            $this->points = [[[], $value]];
        }
    }
}

namespace OpenTelemetry\SDK {
    final class Sdk
    {
        public static function isInstrumentationDisabled(string $name): bool
        {
            return in_array($name, explode(',', (string) getenv('OTEL_PHP_DISABLED_INSTRUMENTATIONS')), true);
        }
    }
}
