<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Closure;
use Illuminate\Contracts\Redis\Factory;
use Illuminate\Redis\Connections\PhpRedisConnection;
use Illuminate\Redis\RedisManager;
use InvalidArgumentException;
use Predis\Connection\ConnectionException as PredisException;
use Predis\Connection\Parameters;
use Predis\Connection\StreamConnection;
use Redis;
use RedisException;
use RedisLockConnectionException;
use Throwable;

/**
 * A connection of config/database.php as far as locks need it: where it goes, and what its client does to keys and values.
 * No client is opened for that, unless the connection has a serializer or a compression.
 *
 * @internal
 */
final readonly class Connection
{
    /** @var string|list<string> */
    public string|array $server;

    private string $client;

    private string $prefix;

    private bool $packs;

    /** @param string|list<string>|null $server instead of the connection's */
    public function __construct(private Factory $redis, public string $name, #[\SensitiveParameter] string|array|null $server)
    {
        if (! $redis instanceof RedisManager) {
            throw new InvalidArgumentException('The driver redislock needs Laravel\'s RedisManager, not ' . $redis::class . '.');
        }
        // The manager's own, which need not be what config() says by now.
        [$this->client, $config] = Closure::bind(fn() => [$this->driver, $this->config], $redis, RedisManager::class)();
        $configuration = new Configuration($this->client, $config, $name);
        $this->server = $server ?? $configuration->address();
        $this->prefix = $configuration->prefix();
        $this->packs = $configuration->packs();
    }

    /**
     * The key in Redis of a name that has the store's prefix, and whether values are stored otherwise than they are given.
     * Who has several tenants changes the prefix of the open client.
     *
     * @return array{string, bool}
     */
    public function place(string $name): array
    {
        $client = $this->opened()?->client();

        return $client === null
            ? [$this->prefix . $name, $this->packs]
            : [$client->_prefix($name), $client->getOption(Redis::OPT_SERIALIZER) + $client->getOption(Redis::OPT_COMPRESSION) > 0];
    }

    /** The owner as it is stored. */
    public function pack(string $owner): string
    {
        $connection = $this->opened() ?? ($this->packs ? $this->redis->connection($this->name) : null);

        return $connection instanceof PhpRedisConnection ? $connection->pack([$owner])[0] : $owner;
    }

    /** What Laravel's users catch when Redis cannot be asked. */
    public function failure(RedisLockConnectionException $e): Throwable
    {
        return match (true) {
            $this->client === 'predis' && class_exists(PredisException::class) => new PredisException(new StreamConnection(new Parameters()), $e->getMessage(), $e->getCode(), $e),
            class_exists(RedisException::class) => new RedisException($e->getMessage(), $e->getCode(), $e),
            default => $e,
        };
    }

    private function opened(): ?PhpRedisConnection
    {
        $connection = $this->redis->connections()[$this->name] ?? null;

        return $connection instanceof PhpRedisConnection ? $connection : null;
    }
}
