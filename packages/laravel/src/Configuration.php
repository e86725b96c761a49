<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Support\Arr;
use Illuminate\Support\ConfigurationUrlParser;
use InvalidArgumentException;
use Predis\Connection\Parameters;
use TypeError;

/**
 * A connection of config/database.php as its client reads it, and its address as RedisLock writes it.
 *
 * @internal
 */
class Configuration
{
    /** What each setting of a node is called in the query of an address. */
    private const TIMEOUTS = ['timeout' => 'connect_timeout', 'read_write_timeout' => 'read_timeout', 'read_timeout' => 'read_timeout'];

    private const TLS = ['cafile' => 'ca', 'local_cert' => 'cert', 'local_pk' => 'key'];

    /** The settings of TLS that have no counterpart in an address. */
    private const UNKNOWN_TLS = ['capath', 'passphrase', 'peer_fingerprint', 'peer_name'];

    public readonly bool $isPredis;

    /** Whether the client reads its configuration as Laravel's own clients do. */
    public readonly bool $isKnown;

    private readonly string $client;

    private readonly bool $isCluster;

    /** @var array<int|string, mixed> without its options */
    private readonly array $config;

    /** @var array<array-key, mixed> */
    private readonly array $options;

    /**
     * @param  array<mixed>  $redis  the "redis" of config/database.php
     * @param  bool  $isLaravels  the connection is opened by Laravel's own manager
     */
    public function __construct(#[\SensitiveParameter] array $redis, private readonly string $name, bool $isLaravels = true)
    {
        $this->client = $redis['client'] ?? 'phpredis';
        $this->isPredis = $this->client === 'predis';
        $this->isKnown = $isLaravels && ($this->isPredis || $this->client === 'phpredis');
        $this->isCluster = ! isset($redis[$name]);
        $common = $redis['options'] ?? [];
        if ($this->isCluster) {
            $config = $redis['clusters'][$name] ?? throw new InvalidArgumentException("Redis connection [$name] not configured.");
            $common = array_merge($common, $redis['clusters']['options'] ?? []);
        } else {
            $config = $this->parse($redis[$name]);
            $common['parameters'] = Arr::get($common, "parameters.$name", $common['parameters'] ?? []);
        }
        $options = array_merge($common, Arr::pull($config, 'options', []));
        $this->options = Arr::whereNotNull(['prefix' => $config['prefix'] ?? null]) + $options + ['parameters' => []];
        $this->config = $config;
    }

    public function address(): string
    {
        $isSentinel = $this->isPredis && ($this->options['replication'] ?? null) === 'sentinel';
        $isList = $this->isCluster || isset($this->config[0]); // Predis knows a list by its 0
        $listed = $isList ? array_filter($this->config, is_int(...), ARRAY_FILTER_USE_KEY) : [];
        $written = array_values($listed ?: ($this->isCluster ? array_filter($this->config, is_array(...)) : [$this->config]));
        $isCluster = ! $isSentinel && ($this->isCluster || count($written) > 1);
        match (false) {
            $this->isKnown => throw $this->unknown("has the client [$this->client], which is not one of Laravel's own, so its server is not known"),
            $listed === [] || $this->isCluster || $this->isPredis => throw $this->unknown("lists several servers, which the client [$this->client] takes among \"clusters\" only"),
            ! $isCluster || $this->isCluster() => throw $this->unknown('is several servers, but neither a cluster of Redis nor sentinels'),
            default => null,
        };
        $nodes = $hosts = [];
        foreach ($written as $node) { // no array_map(): its frame in a trace would show the passwords
            $nodes[] = $node = $this->node($node, $isSentinel ? [] : $this->options['parameters']);
            $hosts[] = isset($node['path']) ? '' : $this->host($node, $isSentinel ? 26379 : 6379);
        }
        $first = $nodes[0] ?? throw $this->unknown('names no server');
        $server = match (true) {
            $isSentinel => $this->node($this->options['parameters'] + ['host' => '-'], []),
            $isCluster && ! $this->isPredis => $this->node([], []),
            default => $first,
        };
        $settings = $isCluster ? $first + $this->options : $first;
        $query = $this->timeouts($settings);
        if (isset($first['path'])) {
            return 'unix://'.str_replace('%2F', '/', rawurlencode($first['path'])).$this->query(['db' => $first['database'] ?? null, 'user' => $first['user'], 'pass' => $first['password'] ?? null] + $query);
        }
        if ($isSentinel) {
            $query = ['sentinel_user' => $first['username'] ?? null, 'sentinel_pass' => $first['password'] ?? null] + $query;
        }

        return ($first['tls'] ? 'rediss' : 'redis').($isSentinel ? '-sentinel' : ($isCluster ? '-cluster' : '')).'://'
            .($server['user'] === null ? '' : rawurlencode($server['user']).':'.rawurlencode((string) $server['password']).'@')
            .implode(',', $hosts)
            .($isSentinel ? '/'.rawurlencode((string) ($this->options['service'] ?? throw $this->unknown('has sentinels and no service'))) : '')
            .(isset($server['database']) && ! $isCluster ? '/'.(int) $server['database'] : '')
            .$this->query($query + ($first['tls'] ? $this->tls($settings) : []));
    }

    /** Returns the prefix that the client puts before every key. */
    public function prefix(): string
    {
        $prefix = $this->options['prefix'] ?? '';
        if (! $this->isPredis && empty($prefix)) {
            return ''; // also "0", which Laravel does not set
        }

        return is_scalar($prefix) ? (string) $prefix : throw new InvalidArgumentException("Redis connection [$this->name] has a prefix that is no string: its locks need one that is.");
    }

    /** Returns whether the client changes values before it stores them: by a serializer or a compression. */
    public function packs(): bool
    {
        $config = $this->isCluster ? $this->options : array_merge($this->config, $this->options);

        return ! $this->isPredis && (int) ($config['serializer'] ?? 0) + (int) ($config['compression'] ?? 0) > 0;
    }

    private function isCluster(): bool
    {
        return ! isset($this->options['replication']) && ! isset($this->options['aggregate']) && (! $this->isPredis || ($this->options['cluster'] ?? null) === 'redis');
    }

    /**
     * Returns the settings of one server. Its own keys come first in Predis, those of all servers in phpredis. A node of a
     * cluster has keys of its own for its address only.
     *
     * @param  array<mixed>  $parameters
     * @return array<mixed> with "tls"; "user", null without a password; and "path" or "host"
     */
    private function node(#[\SensitiveParameter] mixed $node, #[\SensitiveParameter] array $parameters): array
    {
        // Laravel parses what is among "clusters". The nodes of another list go to Predis as they are.
        $node = $this->isCluster || is_string($node) ? $this->parse($node, ! $this->isCluster) : $node;
        $node = match (true) {
            $this->isPredis => $node + $parameters,
            $this->isCluster && $node !== [] => $node,
            default => array_merge($node, $this->options),
        };
        if (! $this->isPredis && ! $this->isCluster && empty($node['password'])) {
            $node['password'] = null; // also "0", which Laravel does not send
        }
        if (is_array($node['password'] ?? null)) { // as phpredis takes it: user and password, or the password alone
            $node['username'] = count($node['password']) > 1 ? reset($node['password']) : null;
            $node['password'] = end($node['password']);
        }
        $node['user'] = ($node['password'] ?? '') === '' ? null : (string) ($node['username'] ?? '');
        $host = is_string($node['host'] ?? '') ? $node['host'] ?? '' : throw $this->unknown('has a host that is no string');
        if (preg_match('#^([a-z]+)://(.*)$#i', $host, $parts)) {
            [, $node['scheme'], $host] = $parts;
        }
        $isUrl = in_array($node['driver'] ?? null, ['tcp', 'tls'], true);
        $scheme = strtolower(($isUrl ? $node['driver'] : $node['scheme'] ?? '') ?: 'tcp');
        $node['tls'] = match ($scheme) {
            'tls', 'ssl', 'rediss' => true,
            'tcp', 'redis', 'unix' => false,
            default => throw $this->unknown("has the scheme $scheme"),
        };
        $path = $scheme === 'unix' || str_starts_with($host, '/') ? $node['path'] ?? $host : '';
        if ($path === '' && strpbrk($host, '/@?#') !== false) {
            throw $this->unknown('has more in its host than a host (what is a URL must be its url)');
        }

        return ['path' => $path === '' ? null : $path, 'host' => $host] + $node;
    }

    /**
     * Parses it as the client does. No exception of a parser leaves this method, because it may show the password.
     *
     * @return array<mixed>
     */
    private function parse(#[\SensitiveParameter] mixed $config, bool $byPredis = false): array
    {
        try {
            return $byPredis ? Parameters::parse($config) : (new ConfigurationUrlParser)->parseConfiguration($config);
        } catch (InvalidArgumentException|TypeError) {
        }

        throw new InvalidArgumentException("Redis connection [$this->name] has a malformed URL.");
    }

    /** @param  array<mixed>  $node */
    private function host(#[\SensitiveParameter] array $node, int $port): string
    {
        // Predis would take a server on this machine, where every machine has locks of its own.
        $host = $node['host'] !== '' ? $node['host'] : throw $this->unknown('names no host');

        return (str_contains($host, ':') && $host[0] !== '[' ? "[$host]" : $host).':'.trim((string) ($node['port'] ?? $port));
    }

    /**
     * Clients write 0 or -1 for their default.
     *
     * @param  array<mixed>  $node
     * @return array<string, float>
     */
    private function timeouts(#[\SensitiveParameter] array $node): array
    {
        $timeouts = [];
        foreach (self::TIMEOUTS as $setting => $name) {
            if (is_numeric($node[$setting] ?? null) && $node[$setting] > 0) {
                $timeouts[$name] = max(0.001, min((float) $node[$setting], 3600.0));
            }
        }

        return $timeouts;
    }

    /**
     * @param  array<mixed>  $node
     * @return array<mixed>
     */
    private function tls(#[\SensitiveParameter] array $node): array
    {
        $context = $node['ssl'] ?? $node['context'] ?? [];
        $context = $context['stream'] ?? $context['ssl'] ?? $context;
        $verify = ($context['verify_peer'] ?? true) && ! ($context['allow_self_signed'] ?? false);
        $unknown = Arr::only($context, self::UNKNOWN_TLS) + ($verify && ! ($context['verify_peer_name'] ?? true) ? ['verify_peer_name' => false] : []);
        if ($unknown !== []) {
            throw $this->unknown('has the TLS option '.array_key_first($unknown));
        }
        $query = ['verify' => $verify ? null : '0'];
        foreach (self::TLS as $option => $name) {
            $query[$name] = $context[$option] ?? ($name === 'key' ? $context['local_cert'] ?? null : null);
        }

        return $query;
    }

    /** @param  array<mixed>  $options */
    private function query(#[\SensitiveParameter] array $options): string
    {
        $query = http_build_query(array_filter($options, fn ($value) => $value !== null && $value !== ''), encoding_type: PHP_QUERY_RFC3986);

        return $query === '' ? '' : "?$query";
    }

    private function unknown(string $what): InvalidArgumentException
    {
        return new InvalidArgumentException("Redis connection [$this->name] $what: for its locks, write their address as lock_server into the store in config/cache.php.");
    }
}
