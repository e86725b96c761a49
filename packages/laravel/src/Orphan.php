<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

/** An owner that an acquisition without a reply may have left. Its command may arrive up to a minute later, so one deletion is not enough. */
final class Orphan
{
    private const LONGEST_DELAY = 60.0;

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

    /** Deletes it if that is due. Returns whether it is gone for good. */
    public function delete(): bool
    {
        $now = hrtime(true) / 1e9;
        if ($now < $this->next) {
            return false;
        }
        $this->next = $now + $this->pause;
        $this->pause *= 4;

        return $this->connection->asked($this->name, $this->owner)->release() || $now > $this->end;
    }
}
