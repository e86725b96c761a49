<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Support\Arr;
use Illuminate\Support\ConfigurationUrlParser;
use InvalidArgumentException;
use RedisLock;
use ValueError;

/**
 * A connection of config/database.php as its client reads it, and its address as RedisLock writes it.
 *
 * @internal
 */
final readonly class Configuration
{
    /** The clients whose configuration this class knows. */
    private const CLIENTS = ['phpredis', 'predis'];

    private bool $isCluster;

    /** @var array<int|string, mixed> without its options */
    private array $config;

    /** @var array<string, mixed> */
    private array $options;

    /**
     * @param array<string, mixed> $redis the "redis" of config/database.php
     * @param bool $isCustom the application makes this client itself, whatever its name
     */
    public function __construct(private string $client, #[\SensitiveParameter] array $redis, private string $name, private bool $isCustom = false)
    {
        $common = $redis['options'] ?? [];
        $this->isCluster = ! isset($redis[$name]);
        if ($this->isCluster) {
            $config = $redis['clusters'][$name] ?? throw new InvalidArgumentException("Redis connection [$name] not configured.");
            $common = array_merge($common, $redis['clusters']['options'] ?? []);
        } else {
            $config = (new ConfigurationUrlParser())->parseConfiguration($redis[$name]);
            $common['parameters'] = Arr::get($common, "parameters.$name", $common['parameters'] ?? []);
        }
        $options = array_merge($common, Arr::pull($config, 'options', []));
        if (isset($config['prefix'])) {
            $options['prefix'] = $config['prefix'];
        }
        $this->options = $options + ['parameters' => []];
        $this->config = $config;
    }

    public function address(): string
    {
        if (! $this->isKnown()) {
            throw $this->unknown("has the client [$this->client], which is not one of Laravel's own, so its server is not known");
        }
        $address = $this->written($this->nodes());
        try {
            new RedisLock('any', server: $address); // which sends nothing
        } catch (ValueError $e) {
            throw $this->unknown(preg_replace('/^.*\(\$server\)/', 'gives an address that', $e->getMessage()), $e);
        }

        return $address;
    }

    /** Returns whether the client reads its configuration as Laravel's own clients do. */
    public function isKnown(): bool
    {
        return ! $this->isCustom && in_array($this->client, self::CLIENTS, true);
    }

    /** @return list<array<string, mixed>> the servers, the nodes or the sentinels */
    private function nodes(): array
    {
        $listed = array_filter($this->config, is_int(...), ARRAY_FILTER_USE_KEY);
        if ($listed && ! $this->isCluster && $this->client !== 'predis') {
            throw $this->unknown("lists several servers, which the client [$this->client] takes among \"clusters\" only");
        }

        return array_map(
            fn(#[\SensitiveParameter] $node) => $this->completed((new ConfigurationUrlParser())->parseConfiguration($node), $this->isSentinel() ? [] : $this->options['parameters']),
            array_values($listed ?: ($this->isCluster ? array_filter($this->config, is_array(...)) : [$this->config])),
        );
    }

    /** @param list<array<string, mixed>> $nodes */
    private function written(#[\SensitiveParameter] array $nodes): string
    {
        [$node] = $nodes ?: throw $this->unknown('names no server');
        if ($this->isSentinel()) {
            $service = $this->options['service'] ?? throw $this->unknown('has sentinels and no service');
            $server = $this->completed($this->options['parameters'], []);

            return $this->scheme($node, '-sentinel') . $this->credentials($server) . $this->hosts($nodes) . '/' . rawurlencode((string) $service)
                . (isset($server['database']) ? '/' . (int) $server['database'] : '')
                . $this->query($node, ['sentinel_user' => $node['username'] ?? null, 'sentinel_pass' => $node['password'] ?? null]);
        }
        if ($this->isCluster || count($nodes) > 1) {
            if (isset($this->options['replication']) || isset($this->options['aggregate']) || $this->client === 'predis' && ($this->options['cluster'] ?? null) !== 'redis') {
                throw $this->unknown('is several servers, but neither a cluster of Redis nor sentinels');
            }
            $server = $this->client === 'predis' ? $node : $this->completed([], []);

            return $this->scheme($node, '-cluster') . $this->credentials($server) . $this->hosts($nodes) . $this->query($node + $this->options);
        }
        if (($node['path'] ?? '') !== '') {
            return 'unix://' . str_replace('%2F', '/', rawurlencode($node['path'])) . $this->query($node, [
                'db' => $node['database'] ?? null, 'user' => $this->user($node), 'pass' => $node['password'] ?? null,
            ]);
        }

        $host = $this->hosts($nodes);

        return $this->scheme($node, '') . $this->credentials($node) . $host
            . (isset($node['database']) ? '/' . (int) $node['database'] : '') . $this->query($node);
    }

    /** Returns the prefix that the client puts before every key. */
    public function prefix(): string
    {
        $prefix = $this->options['prefix'] ?? '';

        return is_scalar($prefix) ? (string) $prefix : throw new InvalidArgumentException("Redis connection [$this->name] has a prefix that is no string: its locks need one that is.");
    }

    /** Returns whether the client changes values before it stores them: by a serializer or a compression. */
    public function packs(): bool
    {
        $config = $this->isCluster ? $this->options : array_merge($this->config, $this->options);

        return $this->client !== 'predis' && (int) ($config['serializer'] ?? 0) + (int) ($config['compression'] ?? 0) > 0;
    }

    private function isSentinel(): bool
    {
        return $this->client === 'predis' && ($this->options['replication'] ?? null) === 'sentinel';
    }

    /**
     * Returns the settings of one server. Its own keys come first in Predis, those of all servers in phpredis. A node of a
     * cluster has keys of its own for its address only.
     *
     * @param array<string, mixed> $node
     * @param array<string, mixed> $parameters
     * @return array<string, mixed>
     */
    private function completed(#[\SensitiveParameter] array $node, #[\SensitiveParameter] array $parameters): array
    {
        $node = match (true) {
            $this->client === 'predis' => $node + $parameters,
            $this->isCluster && $node !== [] => $node,
            default => array_merge($node, $this->options),
        };
        if (is_array($node['password'] ?? null)) { // as phpredis takes it: user and password, or the password alone
            $node['username'] = count($node['password']) > 1 ? reset($node['password']) : null;
            $node['password'] = end($node['password']);
        }
        $host = $node['host'] ?? '';
        if (! is_string($host)) {
            throw $this->unknown('has a host that is no string');
        }
        if (preg_match('#^([a-z]+)://(.*)$#i', $host, $parts)) {
            [, $node['scheme'], $host] = $parts;
        }
        $node['host'] = $host;
        $isUrl = in_array($node['driver'] ?? null, ['tcp', 'tls'], true);
        $node['scheme'] = strtolower(($isUrl ? $node['driver'] : $node['scheme'] ?? '') ?: 'tcp');
        if ($node['scheme'] === 'unix' || str_starts_with($host, '/')) {
            $node['path'] ??= $host;
        } elseif (strpbrk($host, '/@?#') !== false) {
            throw $this->unknown('has more in its host than a host (what is a URL must be its url)');
        } else {
            unset($node['path']);
        }

        return $node;
    }

    /** @param array<string, mixed> $node */
    private function scheme(#[\SensitiveParameter] array $node, string $kind): string
    {
        return ($this->isTls($node) ? 'rediss' : 'redis') . "$kind://";
    }

    /** @param array<string, mixed> $node */
    private function isTls(#[\SensitiveParameter] array $node): bool
    {
        return match ($node['scheme']) {
            'tls', 'ssl', 'rediss' => true,
            'tcp', 'redis' => false,
            default => throw $this->unknown("has the scheme {$node['scheme']}"),
        };
    }

    /** @param list<array<string, mixed>> $nodes */
    private function hosts(#[\SensitiveParameter] array $nodes): string
    {
        return implode(',', array_map($this->host(...), $nodes));
    }

    /** @param array<string, mixed> $node */
    private function host(#[\SensitiveParameter] array $node): string
    {
        // Predis would take a server on this machine, where every machine has locks of its own.
        $host = $node['host'] !== '' ? $node['host'] : throw $this->unknown('names no host');
        $port = trim((string) ($node['port'] ?? ($this->isSentinel() ? 26379 : 6379)));

        return (str_contains($host, ':') && $host[0] !== '[' ? "[$host]" : $host) . ":$port";
    }

    /** @param array<string, mixed> $server */
    private function credentials(#[\SensitiveParameter] array $server): string
    {
        $password = (string) ($server['password'] ?? '');

        return $password === '' ? '' : rawurlencode((string) $this->user($server)) . ':' . rawurlencode($password) . '@';
    }

    /** @param array<string, mixed> $server */
    private function user(#[\SensitiveParameter] array $server): ?string
    {
        $user = $server['username'] ?? '';

        return $user === '' || ($server['password'] ?? '') === '' ? null : (string) $user;
    }

    /**
     * @param array<string, mixed> $node
     * @param array<string, mixed> $more
     */
    private function query(#[\SensitiveParameter] array $node, #[\SensitiveParameter] array $more = []): string
    {
        $options = $more + [
            'connect_timeout' => $this->timeout($node['timeout'] ?? 0),
            'read_timeout' => $this->timeout($node['read_timeout'] ?? $node['read_write_timeout'] ?? 0),
        ];
        if ($node['scheme'] !== 'unix' && $this->isTls($node)) {
            $options += $this->tls($node);
        }
        $query = http_build_query(array_filter($options, fn($value) => $value !== null && $value !== ''), encoding_type: PHP_QUERY_RFC3986);

        return $query === '' ? '' : "?$query";
    }

    /** Clients write 0 or -1 for their default. */
    private function timeout(mixed $seconds): ?float
    {
        return is_numeric($seconds) && $seconds > 0 ? max(0.001, min((float) $seconds, 3600.0)) : null;
    }

    /**
     * @param array<string, mixed> $node
     * @return array<string, mixed>
     */
    private function tls(#[\SensitiveParameter] array $node): array
    {
        $context = $node['ssl'] ?? $node['context'] ?? [];
        $context = $context['stream'] ?? $context['ssl'] ?? $context;
        $verify = ($context['verify_peer'] ?? true) && ! ($context['allow_self_signed'] ?? false);
        foreach (['capath', 'passphrase', 'peer_fingerprint', 'peer_name'] as $option) {
            if (isset($context[$option])) {
                throw $this->unknown("has the TLS option $option");
            }
        }
        if ($verify && ! ($context['verify_peer_name'] ?? true)) {
            throw $this->unknown('has the TLS option verify_peer_name');
        }

        return [
            'ca' => $context['cafile'] ?? null,
            'cert' => $context['local_cert'] ?? null,
            'key' => $context['local_pk'] ?? $context['local_cert'] ?? null,
            'verify' => $verify ? null : '0',
        ];
    }

    private function unknown(string $what, ?ValueError $e = null): InvalidArgumentException
    {
        return new InvalidArgumentException("Redis connection [$this->name] $what: for its locks, write their address as lock_server into the store in config/cache.php.", 0, $e);
    }
}
