<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

/**
 * A DSN of a store of this package.
 *
 *     redislock+redis://host:6379?auto_renew=1&lease=30
 *
 * After "redislock+" comes an address as the extension takes it, with its options and those of the
 * store. Several addresses are a list of servers. The options come after the last one, and count for all:
 *
 *     redislock+redis://one,redis://two,redis://three?lease=30
 *
 * @internal
 */
final class Dsn
{
    private const SCHEME = 'redislock+';

    /** Between two addresses. */
    private const NEXT = '#,(?=[a-z+-]+://)#i';

    private const OPTIONS = ['abort_on_loss', 'auto_renew', 'label', 'lease', 'max_hold', 'max_wait', 'prefix'];

    /** @var non-empty-list<string> */
    private readonly array $servers;

    /** @var array<string, string> those of the store */
    private array $options = [];

    /** @param string $kind of the store, for messages */
    private function __construct(#[\SensitiveParameter] string $dsn, private readonly string $kind)
    {
        if (!str_starts_with($dsn, self::SCHEME)) {
            throw $this->refused('behind "redislock+" there must be an address: redislock+redis://, redislock+rediss:// and the like');
        }
        [$addresses, $query] = explode('?', substr($dsn, strlen(self::SCHEME)), 2) + [1 => ''];
        if (str_contains($query, '@')) {
            // No option is looked at: it may be part of a password.
            throw $this->refused('it has an \'@\' behind a \'?\'. In a password a \'?\' must be written %3F, and in an option an \'@\' must be written %40');
        }
        if (preg_match(self::NEXT, $query)) {
            throw $this->refused('it has an option before the last address. Options of several addresses come after the last one');
        }
        $others = [];
        foreach ('' === $query ? [] : explode('&', $query) as $option) {
            [$name, $value] = explode('=', $option, 2) + [1 => ''];
            if (in_array($name, self::OPTIONS, true)) {
                $this->options[$name] = rawurldecode($value);
            } else {
                $others[] = $option;
            }
        }
        $query = [] === $others ? '' : '?'.implode('&', $others);
        $servers = [];
        foreach (preg_split(self::NEXT, (string) $addresses) ?: [''] as $address) {
            $servers[] = $address.$query;
        }
        $this->servers = $servers;
    }

    /**
     * Also for "redislock://", because no other factory could say what is wrong with it.
     *
     * @phpstan-assert-if-true string $connection
     */
    public static function isOne(#[\SensitiveParameter] object|string $connection): bool
    {
        return is_string($connection) && 1 === preg_match('/^redislock[+:]/', $connection);
    }

    /**
     * @template Store of RedisLockStore|RedisSemaphoreStore|MultiLockFactory
     *
     * @param class-string<Store> $class
     *
     * @return Store
     *
     * @throws \ValueError the DSN, or one of its options, is refused
     */
    public static function store(string $class, #[\SensitiveParameter] string $dsn): object
    {
        $dsn = new self($dsn, RedisSemaphoreStore::class === $class ? 'semaphore' : 'lock');
        $arguments = array_filter([
            'lease' => $dsn->seconds('lease'),
            'autoRenew' => $dsn->flag('auto_renew'),
            'maxWait' => $dsn->seconds('max_wait'),
            'maxHold' => $dsn->seconds('max_hold'),
            'abortOnLoss' => $dsn->flag('abort_on_loss'),
            'prefix' => $dsn->options['prefix'] ?? null,
            'label' => $dsn->options['label'] ?? null,
        ], fn (mixed $argument) => null !== $argument);
        $isList = count($dsn->servers) > 1;
        if ($isList && RedisSemaphoreStore::class === $class) {
            throw $dsn->refused('it has several addresses. A semaphore needs one server, because a majority of several does not bound how many have permits');
        }
        try {
            return new $class($isList ? $dsn->servers : $dsn->servers[0], ...$arguments);
        } catch (\ValueError $refusal) {
            throw $dsn->refused($dsn->inWordsOfTheDsn($refusal->getMessage()), $refusal);
        }
    }

    private function seconds(string $name): ?float
    {
        $value = $this->options[$name] ?? null;

        return match (true) {
            null === $value => null,
            is_numeric($value) => (float) $value,
            'INF' === strtoupper($value) => INF,
            default => throw new \ValueError(sprintf('The option %s of the DSN of a %s store must be a number of seconds, not "%s".', $name, $this->kind, $value)),
        };
    }

    private function flag(string $name): bool
    {
        $value = $this->options[$name] ?? '0';

        return ('' === $value ? null : filter_var($value, FILTER_VALIDATE_BOOL, FILTER_NULL_ON_FAILURE))
            ?? throw new \ValueError(sprintf('The option %s of the DSN of a %s store must be 1 or 0, not "%s".', $name, $this->kind, $value));
    }

    private function refused(string $why, ?\ValueError $refusal = null): \ValueError
    {
        return new \ValueError("This DSN of a $this->kind store is refused: $why.", 0, $refusal);
    }

    /** The extension speaks of its constructor's parameters: RedisLock::__construct(): Argument #2 ($ttl) must be ... */
    private function inWordsOfTheDsn(string $refusal): string
    {
        $ours = 'Options of the store are '.implode(', ', self::OPTIONS);
        if (preg_match('/unknown query option: allowed are ([a-z_, ]*[a-z])/', $refusal, $found)) {
            $query = (string) strrchr($this->servers[0], '?');
            preg_match_all('/[?&]([^=&]+)/', $query, $names);
            // Beside a password it may be a part of that.
            $isSafe = [] === array_intersect(['pass', 'sentinel_pass'], $names[1]) && !str_contains($query, '@');
            $unknown = array_diff($names[1], explode(', ', $found[1]));

            return ($isSafe ? sprintf('it has the unknown option "%s"', reset($unknown)) : 'it has an unknown option, or an \'&\' in a password, which must be written %26')
                .". $ours. Options of its address are $found[1]";
        }
        $words = ['server' => 'its address', 'ttl' => 'lease', 'wait' => 'max_wait', 'maxHold' => 'max_hold'];

        return preg_replace_callback('/^.*Argument #\d+ \(\$(\w+)\)/', fn (array $parameter) => $words[$parameter[1]] ?? $parameter[1], $refusal).". $ours";
    }
}
