<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Profiler;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\DataCollector\DataCollector;
use Symfony\Component\HttpKernel\DataCollector\LateDataCollectorInterface;

/**
 * The locks of a request, for the panel of the web profiler.
 *
 * @internal
 */
final class LockDataCollector extends DataCollector implements LateDataCollectorInterface
{
    public function __construct(private readonly LockRecorder $recorder)
    {
        $this->reset();
    }

    public function collect(Request $request, Response $response, ?\Throwable $exception = null): void
    {
        $this->lateCollect();
    }

    public function lateCollect(): void
    {
        $this->data = ['rows' => $this->recorder->rows(), 'count' => $this->recorder->count()];
    }

    public function reset(): void
    {
        $this->data = ['rows' => [], 'count' => 0];
    }

    public function getName(): string
    {
        return 'redislock';
    }

    /** @return list<LockRow> the last ones */
    public function getRows(): array
    {
        return $this->data['rows'];
    }

    /** Returns the number of rows, also of those that are not kept. */
    public function getCount(): int
    {
        return $this->data['count'];
    }

    /** Returns how many of the rows are locks that were lost, or errors. */
    public function getProblems(): int
    {
        return $this->countOf('lost', 'error');
    }

    /** Returns how many of the rows are acquisitions that got no lock. */
    public function getRefusals(): int
    {
        return $this->countOf(LockRow::NOT_ACQUIRED);
    }

    /** Returns the seconds that all waited together. */
    public function getWaited(): float
    {
        return array_sum(array_map(fn (LockRow $row) => $row->waited, $this->getRows()));
    }

    private function countOf(string ...$outcomes): int
    {
        return count(array_filter($this->getRows(), fn (LockRow $row) => in_array($row->outcome, $outcomes, true)));
    }
}
