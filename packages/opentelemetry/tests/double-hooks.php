<?php

declare(strict_types=1);

/** A double of the extension opentelemetry's hook(). call() runs the hooks around a method. */

namespace OpenTelemetry\Instrumentation {
    final class Hooks
    {
        public static array $hooks = [];
    }

    function hook(?string $class, string $function, ?\Closure $pre = null, ?\Closure $post = null): bool
    {
        Hooks::$hooks["$class::$function"] = [$pre, $post];
        return true;
    }
}

namespace {
    use OpenTelemetry\API\Metrics\MeterInterface;
    use OpenTelemetry\API\Trace\Span;
    use OpenTelemetry\Instrumentation\Hooks;

    function spans(): array
    {
        $ended = array_map(fn(Span $span) => [$span->name, $span->parent?->name, $span->attributes, $span->status, $span->events], Span::$ended);
        Span::$ended = [];
        return $ended;
    }

    function points(): array
    {
        $points = [];
        foreach (MeterInterface::$instruments as $name => $instrument) {
            $instrument->callback === null || ($instrument->callback)($instrument);
            $points[$name] = [$instrument->unit, array_values($instrument->points)];
        }
        return $points;
    }

    function call(object $lock, string $method, mixed ...$arguments): mixed
    {
        [$pre, $post] = Hooks::$hooks[$lock::class . "::$method"] ?? [null, null];
        $pre && $pre($lock, $arguments, $lock::class, $method, null, null);
        $exception = $result = null;
        try {
            return $result = $lock->$method(...$arguments);
        } catch (Throwable $exception) {
            throw $exception;
        } finally {
            $post && $post($lock, $arguments, $result, $exception);
        }
    }
}
