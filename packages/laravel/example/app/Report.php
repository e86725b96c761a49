<?php

declare(strict_types=1);

namespace App;

use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Queue\ShouldBeUnique;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Bus\Dispatchable;
use Illuminate\Queue\InteractsWithQueue;
use Illuminate\Queue\Middleware\WithoutOverlapping;

/** Of each month it is in the queue once, and of all months one runs at a time. */
final class Report implements ShouldQueue, ShouldBeUnique
{
    use Dispatchable;
    use InteractsWithQueue;
    use Queueable;

    public int $tries = 20;

    public function __construct(private readonly string $month) {}

    public function uniqueId(): string
    {
        return $this->month;
    }

    /** @return list<object> */
    public function middleware(): array
    {
        return [(new WithoutOverlapping('reports'))->releaseAfter(1)->expireAfter(60)];
    }

    public function handle(): void
    {
        Journal::work("report $this->month");
    }
}
