<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Exception;
use Illuminate\Cache\RedisStore;
use Illuminate\Contracts\Cache\Lock as LockContract;
use Illuminate\Contracts\Redis\Factory;
use Illuminate\Redis\Connections\Connection as LaravelConnection;
use Illuminate\Redis\Connections\PhpRedisClusterConnection;
use Illuminate\Redis\Connections\PhpRedisConnection;
use Illuminate\Redis\Connections\PredisClusterConnection;
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
use ValueError;

/**
 * The parts of a connection of config/database.php that locks need: its address, and how its client changes keys and values.
 * A client of Laravel's own is opened only if it has a serializer or a compression, if several locks may have one owner, or to
 * count waiters. Any other client is opened, because only the client itself says what it does to keys and values.
 *
 * @internal
 */
class Connection
{
    /** A string, or a list of strings. */
    private readonly SensitiveParameterValue $server;

    private readonly bool $isPredis;

    /** Laravel's own client, which reads config/database.php as this package does. */
    private readonly bool $isKnown;

    private readonly string $prefix;

    private readonly bool $packs;

    /** Whether the locks have a server of their own, which lock_server names. */
    public readonly bool $hasOwnServer;

    /**
     * @param  array<string, mixed>  $config  the "redis" of config/database.php
     * @param  string|list<string>|null  $server  null: the connection's
     */
    public function __construct(
        private readonly Factory $redis,
        public readonly string $name,
        #[\SensitiveParameter] array $config,
        public readonly Options $options,
        #[\SensitiveParameter] string|array|null $server,
    ) {
        $configuration = new Configuration($config, $name, $redis::class === RedisManager::class);
        $this->isPredis = $configuration->isPredis;
        $this->isKnown = $configuration->isKnown;
        $this->prefix = $configuration->prefix();
        $this->packs = $configuration->packs();
        $this->hasOwnServer = $server !== null;
        $this->server = new SensitiveParameterValue($server ?? $configuration->address());
    }

    /** Returns the address, or the addresses, without users, passwords and options. */
    public function server(): string
    {
        try {
            $lock = new RedisLock('redislock', server: $this->server->getValue());
        } catch (ValueError) {
            return 'an address that the extension refuses'; // it may have a password anywhere
        }
        preg_match('/^ *\[server\] => (.*)$/m', print_r($lock, true), $found);

        return $found[1] ?? '';
    }

    /**
     * Returns a lock of the extension.
     *
     * @param  string|null  $owner  null: the extension generates a token with every acquisition
     * @param  bool  $isNew  true: a lock of the owner is not taken over, because it may be of the other kind
     */
    public function single(string $name, Options $options, int $seconds, float $pause, ?string $owner, bool $isNew = false): RedisLock
    {
        // All parameters in their order, and not from an array: PHP takes microseconds for what is left out, or looked up by its name.
        return $owner === null || $isNew
            ? new RedisLock(
                $this->key($name),
                ttl: $options->lease($seconds),
                wait: 0.0,
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
                confirmRelease: true,
                shared: $options->shared,
            )
            : RedisLock::restore(
                $this->key($name),
                $this->pack($owner),
                ttl: $options->lease($seconds),
                wait: 0.0,
                server: $this->server->getValue(),
                autoRenew: $options->renew,
                maxHold: $options->maxHold,
                abortOnLoss: $options->abortOnLoss,
                fenced: $options->fenced,
                retryInterval: $pause,
                replicas: $options->replicas,
                autoRelease: false,
                confirmRelease: true,
                shared: $options->shared,
            );
    }

    /**
     * Returns several locks of the extension as one.
     *
     * @param  non-empty-array<string>  $names
     */
    public function several(array $names, Options $options, int $seconds, float $pause, ?string $owner): RedisMultiLock
    {
        $keys = array_map($this->key(...), array_values($names));
        $parameters = $this->parameters($options, $seconds, $pause);

        return $owner === null
            ? new RedisMultiLock($keys, ...$parameters, label: $options->label)
            : RedisMultiLock::restore($keys, $this->pack($owner), ...$parameters);
    }

    /** Returns a lock that asks about a key, and releases it if this owner has it. It is not renewed. */
    public function asked(string $name, string $owner, bool $shared = false): RedisLock
    {
        $key = $this->key($name);

        return $owner === ''
            ? new RedisLock($key, server: $this->server->getValue(), autoRelease: false, shared: $shared)
            : RedisLock::restore($key, $this->pack($owner), server: $this->server->getValue(), autoRelease: false, shared: $shared);
    }

    /** Returns the lock by which locks with one owner take turns to acquire. */
    public function turn(string $name, string $owner): RedisLock
    {
        return new RedisLock($this->key($name).':'.hash('xxh128', $owner).':redislock:owner', ttl: 2.0, server: $this->server->getValue(), autoRenew: true);
    }

    /** Returns the semaphore of a funnel. A lock of this name has another key. Its release is not waited for, because its result is not used. */
    public function semaphore(string $name, int $permits, int $seconds, float $pause): RedisSemaphore
    {
        $parameters = ['autoRelease' => true] + $this->parameters($this->options, $seconds, $pause);
        unset($parameters['fenced']);
        if (is_array($parameters['server'])) {
            throw new InvalidArgumentException('A funnel needs one server, for a majority of several does not bound how many are in it: use another store than the one with these lock_server.');
        }

        return new RedisSemaphore($this->key("$name:semaphore"), $permits, ...$parameters, label: $this->options->label, confirmRelease: false);
    }

    /** Returns Laravel's own lock. */
    public function lock(string $name, string $owner, int $seconds): LockContract
    {
        return (new RedisStore($this->redis, '', $this->name))->lock($name, $seconds, $owner);
    }

    /** Returns how many of the two seats of a lock's queue are taken. Null: there is no connection of Laravel to ask. */
    public function waiters(string $name): ?int
    {
        $connection = $this->hasOwnServer ? null : $this->redis->connection($this->name);
        if ($connection === null || $connection instanceof PhpRedisClusterConnection || $connection instanceof PredisClusterConnection) {
            return null;
        }
        $key = $this->key($name);
        $lock = preg_match('/^[^{]*\{[^}]+\}/', $key) ? "$key:" : '{'.$key.'}'; // all keys of a lock are in one slot of a cluster
        $notes = $connection->executeRaw(['MGET', "$lock:redislock:seat1", "$lock:redislock:seat2"]);

        return count(array_filter($notes)); // a seat that is offered is empty
    }

    /** Generates an owner as the extension does, with the label. */
    public function generate(): string
    {
        $label = strtr($this->options->label ?? (string) ini_get('redislock.label'), ['%h' => (string) gethostname(), '%p' => (string) getmypid()]);

        return bin2hex(random_bytes(16)).($label === '' ? '' : ":$label");
    }

    /**
     * Returns the key in Redis of a name that has the store's prefix. An application with several tenants changes the prefix of
     * the open client.
     */
    public function key(string $name): string
    {
        $connection = $this->opened();
        if ($connection === null) {
            return $this->prefix.$name;
        }
        if ($connection instanceof PhpRedisConnection) {
            return $connection->client()->_prefix($name);
        }
        $prefix = $connection instanceof PredisConnection && ! $this->isKnown ? $connection->client()->getOptions()->prefix : $this->prefix;

        return ($prefix instanceof KeyPrefixProcessor ? $prefix->getPrefix() : (string) $prefix).$name;
    }

    /** Returns whether the client changes values before it stores them: by a serializer or a compression. */
    public function packs(): bool
    {
        $connection = $this->opened();

        return $connection instanceof PhpRedisConnection
            ? $connection->client()->getOption(Redis::OPT_SERIALIZER) + $connection->client()->getOption(Redis::OPT_COMPRESSION) > 0
            : $this->isKnown && $this->packs;
    }

    /**
     * Returns what a call of the extension returns, or throws the failure of it.
     *
     * @template T
     *
     * @param  callable(): T  $call
     * @return T
     */
    public function ask(callable $call): mixed
    {
        try {
            return $call();
        } catch (RedisLockConnectionException $e) {
            throw $this->failure($e);
        }
    }

    /** Returns the exception that users of Laravel catch if Redis does not answer; the extension's is the previous one. */
    public function failure(RedisLockConnectionException $e): Exception
    {
        return match (true) {
            $this->isPredis && class_exists(PredisException::class) => new PredisException(new StreamConnection(new Parameters), $e->getMessage(), (int) $e->getCode(), $e),
            class_exists(RedisException::class) => new RedisException($e->getMessage(), (int) $e->getCode(), $e),
            default => $e,
        };
    }

    /** @return array{ttl: float, wait: float, server: mixed, autoRenew: bool, maxHold: float, abortOnLoss: bool, fenced: bool, retryInterval: float, replicas: int, autoRelease: bool} */
    private function parameters(Options $options, int $seconds, float $pause): array
    {
        return [
            'ttl' => $options->lease($seconds),
            'wait' => 0.0,
            'server' => $this->server->getValue(),
            'autoRenew' => $options->renew,
            'maxHold' => $options->maxHold,
            'abortOnLoss' => $options->abortOnLoss,
            'fenced' => $options->fenced,
            'retryInterval' => $pause,
            'replicas' => $options->replicas,
            'autoRelease' => false,
        ];
    }

    /** Returns the owner as it is stored. */
    private function pack(string $owner): string
    {
        $connection = $this->packs() ? $this->redis->connection($this->name) : null;

        return $connection instanceof PhpRedisConnection ? $connection->pack([$owner])[0] : $owner;
    }

    /** Returns Laravel's connection if it is open, or if its client is not known. */
    private function opened(): ?LaravelConnection
    {
        return $this->isKnown && $this->redis instanceof RedisManager ? $this->redis->connections()[$this->name] ?? null : $this->redis->connection($this->name);
    }
}
