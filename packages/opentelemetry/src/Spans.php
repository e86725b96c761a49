<?php

declare(strict_types=1);

namespace RedisLock\OpenTelemetry;

use OpenTelemetry\API\Instrumentation\CachedInstrumentation;
use OpenTelemetry\API\Trace\SpanInterface;
use OpenTelemetry\API\Trace\StatusCode;
use OpenTelemetry\Context\Context;
use OpenTelemetry\Context\ScopeInterface;

use function OpenTelemetry\Instrumentation\hook;

/** Makes a span of each call of METHODS, by the hooks of the extension opentelemetry. */
final class Spans
{
    /** The name for OTEL_PHP_DISABLED_INSTRUMENTATIONS. */
    public const NAME = 'redislock';

    /** The classes with these methods. */
    public const CLASSES = [\RedisLock::class, \RedisSemaphore::class, \RedisMultiLock::class];

    private const METHODS = ['acquire', 'tryAcquire', 'synchronized', 'release'];

    /** @var null|\Closure(string): string */
    private static ?\Closure $name = null;

    /**
     * The open spans of each lock, the innermost last.
     *
     * @var \WeakMap<object, list<array{SpanInterface, ScopeInterface}>>
     */
    private static \WeakMap $open;

    /** @var \WeakMap<\Throwable, true> the exceptions that have left a method with a span */
    private static \WeakMap $recorded;

    /** Hooks the methods, if the extension opentelemetry is there. _register.php calls this. */
    public static function register(): void
    {
        if (!\function_exists('OpenTelemetry\Instrumentation\hook')) {
            return;
        }
        [self::$open, self::$recorded] = [new \WeakMap(), new \WeakMap()];
        $instrumentation = new CachedInstrumentation('redislock', phpversion('redislock') ?: null);
        $begin = static function (object $lock, array $params, string $class, string $function) use ($instrumentation): void {
            self::begin($instrumentation, $lock, "$class::$function");
        };
        foreach (self::CLASSES as $class) {
            foreach (self::METHODS as $method) {
                $end = static function (object $lock, array $params, mixed $returned, ?\Throwable $exception) use ($method): void {
                    self::end($lock, $method, $returned, $exception);
                };
                hook($class, $method, $begin, $end);
            }
        }
    }

    /**
     * Sets the function for the attribute redislock.key. Without one, no span has that attribute.
     *
     * @param null|\Closure(string): string $name makes few names of many keys: "order:4711" is "order:*"
     */
    public static function nameKeys(?\Closure $name): void
    {
        self::$name = $name;
    }

    private static function begin(CachedInstrumentation $instrumentation, object $lock, string $function): void
    {
        $span = $instrumentation->tracer()->spanBuilder($function)->startSpan();
        $scope = Context::storage()->attach($span->storeInContext(Context::getCurrent()));
        self::$open[$lock] = [...self::$open[$lock] ?? [], [$span, $scope]];
        $span->setAttribute('code.function.name', $function);
        if (self::$name !== null) {
            $keys = $lock instanceof \RedisMultiLock ? $lock->getKeys() : [$lock->getKey()];
            $span->setAttribute('redislock.key', implode(', ', array_unique(array_map(self::$name, $keys))));
        }
    }

    private static function end(object $lock, string $method, mixed $returned, ?\Throwable $exception): void
    {
        $open = self::$open[$lock] ?? [];
        [$span, $scope] = array_pop($open) ?? [null, null];
        self::$open[$lock] = $open;
        $scope?->detach();
        $span?->setAttribute('redislock.outcome', self::outcome($method, $returned, $exception));
        if ($method !== 'release') {
            $span?->setAttribute('redislock.waited', $lock->getWaited());
        }
        if ($exception !== null) {
            // Its message names the key.
            $span?->addEvent('exception', ['exception.type' => $exception::class]);
            $span?->setAttribute('error.type', $exception::class)->setStatus(StatusCode::STATUS_ERROR);
            self::$recorded[$exception] = true;
        }
        $span?->end();
    }

    private static function outcome(string $method, mixed $returned, ?\Throwable $exception): string
    {
        return match (true) {
            $exception === null => match ($method) {
                'acquire' => $returned ? 'acquired' : 'timeout',
                'tryAcquire' => $returned ? 'acquired' : 'refused',
                'release' => $returned ? 'released' : 'not_held',
                'synchronized' => 'released',
            },
            $exception instanceof \RedisLockLostException => 'lost',
            // The work of synchronized() threw it, for another lock.
            isset(self::$recorded[$exception]) => 'failed',
            $exception instanceof \RedisLockTimeoutException => 'timeout',
            $exception instanceof \RedisLockException => 'error',
            default => 'failed',
        };
    }
}
