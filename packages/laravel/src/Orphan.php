<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

/** An owner that an acquisition without a reply may have left. Its command may arrive up to a minute later, so one deletion is not enough. */
final class Orphan
{
    private const LONGEST_DELAY = 60.0;

    /** The least pause after a server did not do its part, because each try may cost a time-out. */
    private const LEAST_PAUSE = 10.0;

    private readonly float $end;

    /** The moment of the next deletion, and the pause after it. */
    private float $next = 0.0;

    private float $pause = 0.01;

    public function __construct(
        private readonly Connection $connection,
        private readonly string $name,
        private readonly string $owner,
    ) {
        $this->end = hrtime(true) / 1e9 + self::LONGEST_DELAY;
    }

    /** Deletes it if that is due. Returns whether it is gone for good. If that fails, the caller's own lock is not concerned. */
    public function delete(): bool
    {
        $now = hrtime(true) / 1e9;
        if ($now < $this->next) {
            return false;
        }
        $this->next = $now + $this->pause;
        $this->pause *= 4;

        try {
            return $this->connection->asked($this->name, $this->owner)->release() || $now > $this->end;
        } catch (\RedisLockException) {
            $this->next = hrtime(true) / 1e9 + max($this->pause, self::LEAST_PAUSE);

            return $now > $this->end;
        }
    }
}
