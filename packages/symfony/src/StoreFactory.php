<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\StoreFactory as SymfonyStoreFactory;

/**
 * Makes a RedisLockStore of a DSN, and leaves all else to Symfony's factory.
 *
 *     redislock+redis://host:6379?auto_renew=1&lease=30
 *
 * Behind "redislock+" is an address as the extension takes it, with its options and those of the store.
 */
final class StoreFactory
{
    private const SCHEME = 'redislock+';

    private const OPTIONS = ['abort_on_loss', 'auto_renew', 'label', 'lease', 'max_hold', 'max_wait', 'prefix'];

    /**
     * @throws InvalidArgumentException the DSN, or one of its options, is refused
     */
    public static function createStore(#[\SensitiveParameter] object|string $connection): PersistingStoreInterface
    {
        if (!is_string($connection) || !str_starts_with($connection, self::SCHEME)) {
            return SymfonyStoreFactory::createStore($connection);
        }
        [$server, $options] = self::parse(substr($connection, strlen(self::SCHEME)));
        try {
            return new RedisLockStore(
                $server,
                lease: self::seconds($options, 'lease'),
                autoRenew: self::flag($options, 'auto_renew'),
                maxWait: self::seconds($options, 'max_wait') ?? INF,
                maxHold: self::seconds($options, 'max_hold') ?? INF,
                abortOnLoss: self::flag($options, 'abort_on_loss'),
                prefix: $options['prefix'] ?? '',
                label: $options['label'] ?? null,
            );
        } catch (\ValueError $refusal) {
            throw new InvalidArgumentException(sprintf('This DSN of a lock store is refused: %s.', self::inWordsOfTheDsn($refusal->getMessage(), $server)), 0, $refusal);
        }
    }

    /**
     * @return array{string, array<string, string>} the address, with the options that are not the store's, and those that are
     */
    private static function parse(#[\SensitiveParameter] string $address): array
    {
        [$server, $query] = explode('?', $address, 2) + [1 => ''];
        if (str_contains($query, '@')) {
            // No option is looked at: it may be part of a password.
            throw new InvalidArgumentException('This DSN of a lock store is refused: it has an \'@\' behind a \'?\'. In a password a \'?\' must be written %3F, and in an option an \'@\' must be written %40.');
        }
        $ours = $others = [];
        foreach ($query === '' ? [] : explode('&', $query) as $option) {
            [$name, $value] = explode('=', $option, 2) + [1 => ''];
            if (in_array($name, self::OPTIONS, true)) {
                $ours[$name] = rawurldecode($value);
            } else {
                $others[] = $option;
            }
        }

        return [$server . ($others === [] ? '' : '?' . implode('&', $others)), $ours];
    }

    /** @param array<string, string> $options */
    private static function seconds(array $options, string $name): ?float
    {
        $value = $options[$name] ?? null;

        return match (true) {
            $value === null => null,
            is_numeric($value) => (float) $value,
            strtoupper($value) === 'INF' => INF,
            default => throw new InvalidArgumentException(sprintf('The option %s of the DSN of a lock store must be a number of seconds, not "%s".', $name, $value)),
        };
    }

    /** @param array<string, string> $options */
    private static function flag(array $options, string $name): bool
    {
        $value = $options[$name] ?? '0';

        return ($value === '' ? null : filter_var($value, FILTER_VALIDATE_BOOL, FILTER_NULL_ON_FAILURE))
            ?? throw new InvalidArgumentException(sprintf('The option %s of the DSN of a lock store must be 1 or 0, not "%s".', $name, $value));
    }

    /** The extension speaks of its constructor's parameters: RedisLock::__construct(): Argument #2 ($ttl) must be ... */
    private static function inWordsOfTheDsn(string $refusal, #[\SensitiveParameter] string $server): string
    {
        $ours = 'Options of the store are ' . implode(', ', self::OPTIONS);
        if (preg_match('/unknown query option: allowed are ([a-z_, ]*[a-z])/', $refusal, $found)) {
            preg_match_all('/[?&]([^=&]+)/', $server, $names);
            // Beside a password it may be a part of that.
            $isSafe = array_intersect(['pass', 'sentinel_pass'], $names[1]) === [];
            $unknown = array_diff($names[1], explode(', ', $found[1]));

            return ($isSafe ? sprintf('it has the unknown option "%s"', reset($unknown)) : 'it has an unknown option, or an \'&\' in a password, which must be written %26')
                . ". $ours. Options of its address are $found[1]";
        }
        $words = ['server' => 'its address', 'ttl' => 'lease', 'wait' => 'max_wait', 'maxHold' => 'max_hold'];

        return preg_replace_callback('/^.*Argument #\d+ \(\$(\w+)\)/', fn(array $parameter) => $words[$parameter[1]] ?? $parameter[1], $refusal) . ". $ours";
    }
}
