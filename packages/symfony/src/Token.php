<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\Lock\Exception\UnserializableKeyException;
use Symfony\Component\Semaphore\Exception\UnserializableKeyException as UnserializableSemaphoreKeyException;

/**
 * A token in a Key, after a command had no answer. Another process would not know that the command may still end, shorten or change
 * what is held. So the Key is not serialized meanwhile.
 *
 * @internal
 */
final class Token implements \JsonSerializable, \Stringable
{
    /** @param \SensitiveParameterValue|null $server of a string, a list of strings, or null */
    public function __construct(
        #[\SensitiveParameter] private string $token,
        public readonly ?Claim $claim = null,
        private ?\SensitiveParameterValue $server = null,
    ) {
    }

    public function __toString(): string
    {
        return $this->token;
    }

    /** @return array{string} */
    public function __serialize(): array
    {
        return [$this->jsonSerialize()];
    }

    /** @param array{string} $data */
    public function __unserialize(array $data): void
    {
        $this->__construct(...$data);
    }

    public function jsonSerialize(): string
    {
        $refusal = $this->refusal();
        if (null !== $refusal) {
            throw $this->refused($refusal->getMessage(), $refusal);
        }
        if ($this->claim?->isEnding || $this->claim?->isUnsure) {
            throw $this->refused("What became of \"{$this->claim->lock->getKey()}\" is not known: call isAcquired() first.");
        }

        return $this->token;
    }

    /** Returns why the extension does not hand the token over, or null if it would. */
    public function refusal(): ?\RedisLockException
    {
        if (null === $this->claim) {
            return null;
        }
        $lock = $this->claim->lock;
        // In a forked child, the claim's object has no token.
        [$name, [$token], $server] = [$lock->getKey(), Claims::parts($this->token), $this->server?->getValue()];
        try {
            // Any object with the token is refused, and this one takes nothing away from the claim's.
            ($lock instanceof \RedisLock
                ? \RedisLock::restore($name, $token, server: $server, autoRelease: false)
                : \RedisSemaphore::restore($name, $token, 1, server: $server, autoRelease: false))->detach();
        } catch (\RedisLockLostException $loss) {
            throw $loss; // by abort_on_loss, into whatever code runs
        } catch (\RedisLockException $refusal) {
            return $refusal;
        }

        return null;
    }

    private function refused(string $why, ?\Throwable $previous = null): \Throwable
    {
        $isOfSemaphore = $this->claim?->lock instanceof \RedisSemaphore && class_exists(UnserializableSemaphoreKeyException::class);
        $class = $isOfSemaphore ? UnserializableSemaphoreKeyException::class : UnserializableKeyException::class;

        return new $class("The Key cannot be serialized yet. $why", 0, $previous);
    }
}
