<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Profiler;

use RedisLock\Symfony\RedisLockStore;
use RedisLock\Symfony\RedisSemaphoreStore;
use Symfony\Component\Stopwatch\Stopwatch;
use Symfony\Contracts\Service\ResetInterface;

/**
 * Records the locks of a request for the profiler, as a listener of RedisLock::listen(). It also makes the acquisitions of the stores,
 * because no event tells which holder was in the way, or that a wait begins.
 *
 * @internal
 */
final class LockRecorder implements ResetInterface
{
    /** @var array<int, LockRow> the last ones, in the order of their acquisitions */
    private array $rows = [];

    private int $recorded = 0;

    /** @var array<string, ?string> holders that are in the way, by key, during an acquisition */
    private array $holders = [];

    private bool $isAsking = false;

    /** @param int $limit the rows that are kept, and the number of them after which no section begins: a long process does not grow */
    public function __construct(private readonly ?Stopwatch $stopwatch = null, private readonly int $limit = 500)
    {
    }

    /** Sees the acquisitions of a store. The container calls this for each store that it makes. */
    public function watch(object $store): void
    {
        if ($store instanceof RedisLockStore || $store instanceof RedisSemaphoreStore) {
            $store->setRecorder($this);
        }
    }

    public function acquire(\RedisLock|\RedisSemaphore $lock, float $wait): bool
    {
        $key = $lock->getKey();
        $this->holders[$key] = $this->holder($lock);
        $section = 'lock '.LockRow::shown($key).' (wait)';
        $this->begin($section);
        try {
            return $lock->acquire($wait);
        } finally {
            $this->end($section);
            unset($this->holders[$key]);
        }
    }

    public function __invoke(\RedisLockEvent $event): void
    {
        if (!$this->isAsking) {
            match ($event->type) {
                'acquired' => $this->hold($event),
                'released', 'lost' => $this->endHold($event),
                'timeout' => $this->acquisition($event),
                default => $this->add($event),
            };
        }
    }

    /** @return list<LockRow> */
    public function rows(): array
    {
        return array_map(function (LockRow $row): LockRow {
            $row = clone $row;
            $row->held ??= LockRow::NOT_RELEASED === $row->outcome ? $row->age() : null;

            return $row;
        }, array_values($this->rows));
    }

    /** Returns the number of rows since the last reset, also of those that are not kept. */
    public function count(): int
    {
        return $this->recorded;
    }

    public function reset(): void
    {
        [$this->rows, $this->recorded] = [[], 0];
    }

    private function hold(\RedisLockEvent $event): void
    {
        $row = $this->acquisition($event);
        $row->hold();
        $this->begin("lock $row->key (hold)");
    }

    private function endHold(\RedisLockEvent $event): void
    {
        $holds = array_filter($this->rows, fn (LockRow $row) => LockRow::NOT_RELEASED === $row->outcome && $row->isOf($event));
        $same = array_filter($holds, fn (LockRow $row) => $row->isOfAcquisition($event));
        // Without a row it was acquired before the last reset, or by another process.
        $row = end($same) ?: end($holds) ?: $this->add($event);
        $row->end($event);
        $this->end("lock $row->key (hold)");
    }

    /** Returns the row of the acquisition that an event ends: that of its contention, or a new one. */
    private function acquisition(\RedisLockEvent $event): LockRow
    {
        $same = array_filter($this->rows, fn (LockRow $row) => LockRow::NOT_ACQUIRED === $row->outcome && $row->isOfAcquisition($event));

        return end($same) ?: $this->add($event);
    }

    private function add(\RedisLockEvent $event): LockRow
    {
        $this->rows[$this->recorded] = new LockRow($event, 'contended' === $event->type ? $this->holders[$event->key] ?? null : null);
        unset($this->rows[$this->recorded++ - $this->limit]);

        return $this->rows[$this->recorded - 1];
    }

    /** Returns the labels of the holders of a lock. */
    private function holder(\RedisLock|\RedisSemaphore $lock): ?string
    {
        $this->isAsking = true;
        try {
            $holders = $lock instanceof \RedisSemaphore ? $lock->getHolders() : array_filter([$lock->getHolder()]);
        } catch (\RedisLockConnectionException) {
            return null; // the acquisition says why
        } finally {
            $this->isAsking = false;
        }
        $names = array_map(fn (\RedisLockHolder $holder) => $holder->label ?? 'without a label', $holders);

        return [] === $names ? null : implode(', ', array_unique($names));
    }

    private function begin(string $section): void
    {
        if ($this->recorded < $this->limit) {
            $this->stopwatch?->start($section, 'lock');
        }
    }

    /** A section that has begun in another sub-request cannot end here. It ends with the profile. */
    private function end(string $section): void
    {
        if ($this->stopwatch?->isStarted($section)) {
            $this->stopwatch->stop($section);
        }
    }
}
