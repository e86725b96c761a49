<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\LockInterface;

/**
 * Makes locks of several resources at once, beside Symfony's LockFactory: all of them or none. Each resource has the key that a lock of
 * the RedisLockStore with the same options has, so they exclude each other.
 */
final class MultiLockFactory
{
    /** A string, a list of strings, or null. */
    private readonly \SensitiveParameterValue $server;

    /**
     * The parameters are those of RedisLockStore.
     *
     * @param string|list<string>|null $server
     *
     * @throws \ValueError     an option is out of range, or the address cannot be parsed
     * @throws \LogicException the extension is not loaded
     */
    public function __construct(
        #[\SensitiveParameter] string|array|null $server = null,
        private readonly ?float $lease = null,
        private readonly bool $autoRenew = false,
        private readonly float $maxWait = INF,
        private readonly float $maxHold = INF,
        private readonly bool $abortOnLoss = false,
        private readonly string $prefix = '',
        private readonly ?string $label = null,
    ) {
        Extension::assertLoaded();
        $this->server = new \SensitiveParameterValue($server);
        // An error in an option must be thrown now, and not at the first lock.
        $this->newLock(['any'], 1.0, false);
    }

    /**
     * Makes a factory of a DSN that begins with "redislock+", as LOCK_DSN has it.
     *
     * @throws InvalidArgumentException the DSN, or one of its options, is refused
     */
    public static function fromDsn(#[\SensitiveParameter] string $dsn): self
    {
        try {
            return Dsn::store(self::class, $dsn);
        } catch (\ValueError $refusal) {
            throw new InvalidArgumentException($refusal->getMessage(), 0, $refusal);
        }
    }

    /**
     * @param non-empty-list<string> $resources   1 to 128
     * @param float|null             $ttl         seconds until the locks expire, unless they are refreshed; a renewed lock has its lease
     *                                            instead
     * @param bool                   $autoRelease release them when the object goes
     *
     * @throws InvalidArgumentException a resource cannot be a key
     */
    public function createLock(array $resources, ?float $ttl = 300.0, bool $autoRelease = true): LockInterface
    {
        $ttl = $this->autoRenew ? $this->lease ?? 30.0 : $ttl ?? $this->lease ?? 300.0;
        try {
            return new MultiLock($this->newLock($resources, $ttl, $autoRelease), $resources, $this->maxWait, $this->autoRenew);
        } catch (\ValueError $refusal) {
            $reason = preg_replace_callback('/^.*\(\$(\w+)\)/', fn (array $parameter) => 'keys' === $parameter[1] ? 'The list of resources' : "The $parameter[1]", $refusal->getMessage());
            throw new InvalidArgumentException("$reason.", 0, $refusal);
        }
    }

    /** @param non-empty-list<string> $resources */
    private function newLock(array $resources, float $ttl, bool $autoRelease): \RedisMultiLock
    {
        return new \RedisMultiLock(
            array_map(fn (string $resource) => $this->prefix.$resource, array_values($resources)),
            $ttl,
            $this->maxWait,
            $this->server->getValue(),
            autoRenew: $this->autoRenew,
            maxHold: $this->maxHold,
            abortOnLoss: $this->abortOnLoss,
            autoRelease: $autoRelease,
            label: $this->label,
        );
    }
}
