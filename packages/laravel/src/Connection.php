<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Closure;
use Illuminate\Cache\RedisStore;
use Illuminate\Contracts\Cache\Lock as LockContract;
use Illuminate\Contracts\Redis\Factory;
use Illuminate\Redis\Connections\PhpRedisConnection;
use Illuminate\Redis\Connections\PredisConnection;
use Illuminate\Redis\RedisManager;
use InvalidArgumentException;
use Predis\Command\Processor\KeyPrefixProcessor;
use Predis\Connection\ConnectionException as PredisException;
use Predis\Connection\Parameters;
use Predis\Connection\StreamConnection;
use Redis;
use RedisException;
use RedisLock;
use RedisLockConnectionException;
use RedisMultiLock;
use RedisSemaphore;
use SensitiveParameterValue;
use Throwable;

/**
 * The parts of a connection of config/database.php that locks need: its address, and how its client changes keys and values.
 * No client is opened, unless the connection has a serializer or a compression, or several locks may have one owner.
 *
 * @internal
 */
final readonly class Connection
{
    /** A string, or a list of strings. */
    private SensitiveParameterValue $server;

    private string $client;

    /** Laravel's own client, which reads config/database.php as this package does. */
    private bool $isKnown;

    private string $prefix;

    private bool $packs;

    public function __construct(private Factory $redis, public string $name, public Options $options)
    {
        if (! $redis instanceof RedisManager) {
            throw new InvalidArgumentException('The driver redislock needs Laravel\'s RedisManager, not ' . $redis::class . '.');
        }
        // The manager's own configuration. config() may have changed since.
        [$this->client, $config, $creators] = Closure::bind(fn() => [$this->driver, $this->config, $this->customCreators], $redis, RedisManager::class)();
        $isCustom = isset($creators[$this->client]) || $redis::class !== RedisManager::class;
        $configuration = new Configuration($this->client, $config, $name, $isCustom);
        $this->isKnown = $configuration->isKnown();
        $this->server = $options->server ?? new SensitiveParameterValue($configuration->address());
        $this->prefix = $configuration->prefix();
        $this->packs = $configuration->packs();
    }

    /** Returns the address, or the addresses, without users, passwords and options. */
    public function server(): string
    {
        return implode(', ', (array) preg_replace('#(?<=//)[^/?]*@|\?.*#', '', $this->server->getValue()));
    }

    /** Returns a lock with a token that the extension generates. Null: values are packed, which the extension does not do. */
    public function generated(string $name, int $seconds, float $pause): ?RedisLock
    {
        $options = $this->options;
        [$key, $packs] = $this->place($name);
        if ($packs) {
            return null;
        }

        // By position: PHP takes two microseconds more for defaults that are skipped.
        return new RedisLock($key, $options->lease($seconds), 0.0, $this->server->getValue(), $options->renew, $options->maxHold, $options->abortOnLoss, $options->fenced, $pause, $options->replicas, null, false, $options->label);
    }

    /** Returns an object that acquires the lock of this owner, or extends it. */
    public function restored(string $name, string $owner, int $seconds, float $pause): RedisLock
    {
        $options = $this->options;

        return RedisLock::restore($this->place($name)[0], $this->pack($owner), $options->lease($seconds), $this->server->getValue(), 0.0, $options->renew, $options->maxHold, $options->abortOnLoss, $options->fenced, $pause, $options->replicas, false);
    }

    /**
     * Returns several locks as one, and their owner. Null: the extension generates it. If values are packed, the extension cannot, and
     * takes the owner for one that others may have.
     *
     * @param  non-empty-array<string>  $names
     * @return array{RedisMultiLock, string|null}
     */
    public function severalGenerated(array $names, int $seconds, float $pause): array
    {
        $options = $this->options;
        $places = array_map($this->place(...), $names);
        $owner = array_filter(array_column($places, 1)) ? $this->generate() : null;
        $native = new RedisMultiLock(
            array_column($places, 0),
            $options->lease($seconds),
            server: $this->server->getValue(),
            autoRenew: $options->renew,
            maxHold: $options->maxHold,
            abortOnLoss: $options->abortOnLoss,
            fenced: $options->fenced,
            retryInterval: $pause,
            replicas: $options->replicas,
            token: $owner === null ? null : $this->pack($owner),
            autoRelease: false,
            label: $options->label,
        );

        return [$native, $owner];
    }

    /**
     * Returns the object that extends or releases the locks of this owner.
     *
     * @param  non-empty-array<string>  $names
     */
    public function severalRestored(array $names, string $owner, int $seconds): RedisMultiLock
    {
        $options = $this->options;
        $keys = array_map(fn (string $name): string => $this->place($name)[0], array_values($names));

        return RedisMultiLock::restore($keys, $this->pack($owner), $options->lease($seconds), $this->server->getValue(), autoRenew: $options->renew, maxHold: $options->maxHold, abortOnLoss: $options->abortOnLoss, replicas: $options->replicas, autoRelease: false);
    }

    /** Returns an object that asks about a lock, and releases it if this owner has it. */
    public function asked(string $name, string $owner): RedisLock
    {
        $key = $this->place($name)[0];

        return $owner === ''
            ? new RedisLock($key, server: $this->server->getValue(), autoRelease: false)
            : RedisLock::restore($key, $this->pack($owner), server: $this->server->getValue(), autoRelease: false);
    }

    /** Returns the lock by which locks with one owner take turns to acquire. */
    public function turn(string $name): RedisLock
    {
        return new RedisLock($this->place($name)[0] . ':redislock:owner', 2.0, server: $this->server->getValue(), autoRenew: true);
    }

    /** Returns the semaphore of a funnel. A lock of this name has another key. */
    public function semaphore(string $name, int $permits, int $seconds, float $pause): RedisSemaphore
    {
        $options = $this->options;
        $server = $this->server->getValue();
        if (is_array($server)) {
            throw new InvalidArgumentException('A funnel needs one server, for a majority of several does not bound how many are in it: use another store than the one with these lock_server.');
        }

        return new RedisSemaphore($this->place("$name:semaphore")[0], $permits, $options->lease($seconds), server: $server, autoRenew: $options->renew, maxHold: $options->maxHold, abortOnLoss: $options->abortOnLoss, retryInterval: $pause, replicas: $options->replicas, label: $options->label);
    }

    /** Returns Laravel's own lock. */
    public function lock(string $name, string $owner, int $seconds): LockContract
    {
        return (new RedisStore($this->redis, '', $this->name))->lock($name, (int) ceil($this->options->lease($seconds)), $owner);
    }

    /** Generates an owner as the extension does, with the label. */
    public function generate(): string
    {
        $label = strtr($this->options->label ?? (string) ini_get('redislock.label'), ['%h' => (string) gethostname(), '%p' => (string) getmypid()]);

        return bin2hex(random_bytes(16)) . ($label === '' ? '' : ":$label");
    }

    /**
     * Returns the key in Redis of a name that has the store's prefix, and whether the client changes values.
     * An application with several tenants changes the prefix of the open client. A client that is not
     * known is opened, because only the client itself says what it does to keys and values.
     *
     * @return array{string, bool}
     */
    public function place(string $name): array
    {
        $connection = $this->redis->connections()[$this->name] ?? ($this->isKnown ? null : $this->redis->connection($this->name));
        if (! $this->isKnown && $connection instanceof PredisConnection) {
            $prefix = $connection->client()->getOptions()->prefix;

            return [($prefix instanceof KeyPrefixProcessor ? $prefix->getPrefix() : '') . $name, false];
        }
        if (! $connection instanceof PhpRedisConnection) {
            return [$this->prefix . $name, $this->packs];
        }
        $client = $connection->client();

        return [$client->_prefix($name), $client->getOption(Redis::OPT_SERIALIZER) + $client->getOption(Redis::OPT_COMPRESSION) > 0];
    }

    /** Returns the owner as it is stored. */
    private function pack(string $owner): string
    {
        $connection = $this->redis->connections()[$this->name] ?? ($this->packs ? $this->redis->connection($this->name) : null);

        return $connection instanceof PhpRedisConnection ? $connection->pack([$owner])[0] : $owner;
    }

    /** Returns the exception that users of Laravel catch when Redis does not answer. */
    public function failure(RedisLockConnectionException $e): Throwable
    {
        return match (true) {
            $this->client === 'predis' && class_exists(PredisException::class) => new PredisException(new StreamConnection(new Parameters()), $e->getMessage(), $e->getCode(), $e),
            class_exists(RedisException::class) => new RedisException($e->getMessage(), $e->getCode(), $e),
            default => $e,
        };
    }
}
