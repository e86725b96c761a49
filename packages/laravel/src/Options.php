<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use InvalidArgumentException;

/**
 * The lock_* keys of a store in config/cache.php.
 *
 * @internal
 */
final readonly class Options
{
    /** How long a lock without seconds lives: for good, as far as anybody will see. */
    private const FOR_GOOD = 1e9;

    private const KEYS = [
        'lock_connection', 'lock_server', 'lock_renew', 'lock_lease', 'lock_max_hold',
        'lock_abort_on_loss', 'lock_fenced', 'lock_replicas', 'lock_label',
    ];

    /** @param string|list<string>|null $server */
    public function __construct(
        #[\SensitiveParameter] public string|array|null $server = null,
        public bool $renew = false,
        private float $lease = 60.0,
        public float $maxHold = INF,
        public bool $abortOnLoss = false,
        public bool $fenced = false,
        public int $replicas = 0,
        public ?string $label = null,
    ) {}

    /** @param array<string, mixed> $config */
    public static function read(#[\SensitiveParameter] array $config): self
    {
        foreach (array_keys($config) as $key) {
            if (str_starts_with($key, 'lock_') && ! in_array($key, self::KEYS, true)) {
                throw new InvalidArgumentException("The cache store has the unknown key [$key]: there are " . implode(', ', self::KEYS) . '.');
            }
        }

        return new self(
            $config['lock_server'] ?? null,
            (bool) ($config['lock_renew'] ?? false),
            self::seconds($config, 'lock_lease', 60.0),
            self::seconds($config, 'lock_max_hold', INF),
            (bool) ($config['lock_abort_on_loss'] ?? false),
            (bool) ($config['lock_fenced'] ?? false),
            (int) ($config['lock_replicas'] ?? 0),
            $config['lock_label'] ?? null,
        );
    }

    /** How long the key lives unless it is renewed, of a lock for so many seconds. */
    public function lease(int $seconds): float
    {
        return $this->renew ? min($this->lease, self::life($seconds)) : self::life($seconds);
    }

    /** How long a lock for so many seconds lives that nobody renews. */
    public static function life(int $seconds): float
    {
        return $seconds > 0 ? min((float) $seconds, self::FOR_GOOD) : self::FOR_GOOD;
    }

    /** @param array<string, mixed> $config */
    private static function seconds(array $config, string $key, float $default): float
    {
        $seconds = $config[$key] ?? $default;
        if (! is_numeric($seconds) || $seconds <= 0) {
            throw new InvalidArgumentException("[$key] of the cache store must be a number of seconds above 0.");
        }

        return (float) $seconds;
    }
}
