<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use InvalidArgumentException;
use RedisLock;
use SensitiveParameterValue;
use ValueError;

/**
 * The lock_* keys of a store in config/cache.php.
 *
 * @internal
 */
final readonly class Options
{
    /** The ttl of a lock without seconds, which is practically for ever. */
    private const FOR_GOOD = 1e9;

    private const KEYS = [
        'lock_connection', 'lock_server', 'lock_renew', 'lock_lease', 'lock_max_hold',
        'lock_abort_on_loss', 'lock_fenced', 'lock_replicas', 'lock_label',
    ];

    /** The extension's names for these keys. */
    private const PARAMETERS = [
        'ttl' => 'lock_lease', 'server' => 'lock_server', 'maxHold' => 'lock_max_hold', 'replicas' => 'lock_replicas', 'label' => 'lock_label',
    ];

    /** A string or a list of strings. */
    public ?SensitiveParameterValue $server;

    /** @param string|list<string>|null $server */
    public function __construct(
        #[\SensitiveParameter] string|array|null $server = null,
        public bool $renew = false,
        private float $lease = 60.0,
        public float $maxHold = INF,
        public bool $abortOnLoss = false,
        public bool $fenced = false,
        public int $replicas = 0,
        public ?string $label = null,
    ) {
        $this->server = $server === null ? null : new SensitiveParameterValue($server);
    }

    /** @param array<string, mixed> $config */
    public static function read(#[\SensitiveParameter] array $config): self
    {
        foreach (array_keys($config) as $key) {
            if (str_starts_with($key, 'lock_') && ! in_array($key, self::KEYS, true)) {
                throw new InvalidArgumentException("The cache store has the unknown key [$key]: there are " . implode(', ', self::KEYS) . '.');
            }
        }
        $server = $config['lock_server'] ?? null;
        if ($server !== null && ! is_string($server) && ! is_array($server)) {
            throw self::refused('lock_server', 'must be an address or a list of addresses');
        }
        $label = $config['lock_label'] ?? null;
        if ($label !== null && ! is_string($label)) {
            throw self::refused('lock_label', 'must be a string');
        }
        $options = new self(
            $server,
            self::flag($config, 'lock_renew'),
            self::seconds($config, 'lock_lease', 60.0),
            self::seconds($config, 'lock_max_hold', INF),
            self::flag($config, 'lock_abort_on_loss'),
            self::flag($config, 'lock_fenced'),
            self::count($config, 'lock_replicas'),
            $label,
        );
        try {
            // An error must be thrown now, and not at the first lock. Nothing is sent.
            new RedisLock('any', $options->lease, server: $server ?? 'redis://localhost', maxHold: $options->maxHold, replicas: $options->replicas, label: $label);
        } catch (ValueError $e) {
            preg_match('/\(\$(\w+)\) (.*)/s', $e->getMessage(), $parts);
            throw self::refused(self::PARAMETERS[$parts[1]], $parts[2], $e);
        }

        return $options;
    }

    /**
     * Returns a number of seconds as Laravel's own locks take it, also from a string. Refuses what is no number, because 0
     * would be a lock for ever.
     */
    public static function whole(mixed $seconds): int
    {
        $isWhole = is_numeric($seconds) && ($seconds == 0 || abs((float) $seconds) >= 1 && abs((float) $seconds) < PHP_INT_MAX);

        return $isWhole ? (int) $seconds : throw new InvalidArgumentException('A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given ' . (is_scalar($seconds) ? var_export($seconds, true) : get_debug_type($seconds)) . '.');
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
        return (new self())->lease($seconds);
    }

    /** @param array<string, mixed> $config */
    private static function seconds(#[\SensitiveParameter] array $config, string $key, float $default): float
    {
        $seconds = $config[$key] ?? $default;

        return is_numeric($seconds) && $seconds > 0 ? (float) $seconds : throw self::refused($key, 'must be a number of seconds above 0');
    }

    /**
     * Accepts a string, too, because values of the environment are strings.
     *
     * @param array<string, mixed> $config
     */
    private static function flag(#[\SensitiveParameter] array $config, string $key): bool
    {
        return filter_var($config[$key] ?? false, FILTER_VALIDATE_BOOL, FILTER_NULL_ON_FAILURE) ?? throw self::refused($key, 'must be true or false');
    }

    /** @param array<string, mixed> $config */
    private static function count(#[\SensitiveParameter] array $config, string $key): int
    {
        $count = filter_var($config[$key] ?? 0, FILTER_VALIDATE_INT);

        return $count !== false ? $count : throw self::refused($key, 'must be a whole number');
    }

    private static function refused(string $key, string $reason, ?ValueError $e = null): InvalidArgumentException
    {
        return new InvalidArgumentException("[$key] of the cache store $reason.", 0, $e);
    }
}
