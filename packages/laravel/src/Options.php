<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use InvalidArgumentException;

/**
 * The lock_* keys of a store in config/cache.php.
 *
 * @internal
 */
final class Options
{
    /** The ttl of a lock without seconds, which is practically for ever. */
    private const FOR_GOOD = 1e9;

    /** The type of each key. Strings are accepted, too, because values of the environment are strings. */
    private const TYPES = [
        'lock_renew' => FILTER_VALIDATE_BOOL,
        'lock_lease' => FILTER_VALIDATE_FLOAT,
        'lock_max_hold' => FILTER_VALIDATE_FLOAT,
        'lock_abort_on_loss' => FILTER_VALIDATE_BOOL,
        'lock_fenced' => FILTER_VALIDATE_BOOL,
        'lock_replicas' => FILTER_VALIDATE_INT,
        'lock_events' => FILTER_VALIDATE_BOOL,
        'lock_label' => FILTER_DEFAULT,
    ];

    private const WORDS = [
        FILTER_VALIDATE_BOOL => 'true or false',
        FILTER_VALIDATE_FLOAT => 'a number of seconds',
        FILTER_VALIDATE_INT => 'a whole number',
        FILTER_DEFAULT => 'a string',
    ];

    public bool $shared = false;

    public function __construct(
        public bool $renew = false,
        public float $lease = 60.0,
        public float $maxHold = INF,
        public bool $abortOnLoss = false,
        public bool $fenced = false,
        public int $replicas = 0,
        public ?string $label = null,
    ) {}

    /**
     * Ignores keys that it does not know, because a later Laravel may have keys of that kind.
     *
     * @param  array<mixed>  $config
     */
    public static function read(#[\SensitiveParameter] array $config): self
    {
        foreach (self::TYPES as $key => $type) {
            if (isset($config[$key])) {
                $config[$key] = filter_var($config[$key], $type, FILTER_NULL_ON_FAILURE) ?? throw new InvalidArgumentException("[$key] of the cache store must be ".self::WORDS[$type].'.');
            }
        }

        return new self(
            renew: $config['lock_renew'] ?? false,
            lease: $config['lock_lease'] ?? 60.0,
            maxHold: $config['lock_max_hold'] ?? INF,
            abortOnLoss: $config['lock_abort_on_loss'] ?? false,
            fenced: $config['lock_fenced'] ?? false,
            replicas: $config['lock_replicas'] ?? 0,
            label: $config['lock_label'] ?? null,
        );
    }

    /**
     * Returns a number of seconds as Laravel's own locks take it, also from a string. Refuses what is no number, because 0
     * would be a lock for ever.
     */
    public static function whole(mixed $seconds): int
    {
        $isWhole = is_numeric($seconds) && ($seconds == 0 || abs((float) $seconds) >= 1 && abs((float) $seconds) < PHP_INT_MAX);

        return $isWhole ? (int) $seconds : throw new InvalidArgumentException('A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given '.(is_scalar($seconds) ? var_export($seconds, true) : get_debug_type($seconds)).'.');
    }

    /**
     * Returns the keys that look like those of locks, and have no effect.
     *
     * @param  array<mixed>  $config
     * @return list<string>
     */
    public static function unknown(#[\SensitiveParameter] array $config): array
    {
        $unknown = [];
        foreach (array_keys($config) as $key) {
            if (is_string($key) && str_starts_with($key, 'lock_') && ! isset(self::TYPES[$key]) && $key !== 'lock_connection' && $key !== 'lock_server') {
                $unknown[] = $key;
            }
        }

        return $unknown;
    }

    /** Returns whether a lock is no more than a key that expires: then the extension has nothing to do while it is held. */
    public function isPlain(): bool
    {
        return ! $this->renew && ! $this->abortOnLoss && ! $this->fenced && $this->replicas === 0;
    }

    /** Returns the lease of a lock for these seconds: the time until its key expires, unless it is renewed. */
    public function lease(int $seconds): float
    {
        $life = $seconds > 0 && $seconds < self::FOR_GOOD ? (float) $seconds : self::FOR_GOOD;

        return $this->renew && $this->lease < $life ? $this->lease : $life;
    }

    /** Returns the ttl of a lock for these seconds that is not renewed. */
    public static function life(int $seconds): float
    {
        return (new self)->lease($seconds);
    }
}
