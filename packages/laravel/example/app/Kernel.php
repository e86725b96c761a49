<?php

declare(strict_types=1);

namespace App;

use Illuminate\Console\Scheduling\Schedule;
use Illuminate\Foundation\Console\Kernel as ConsoleKernel;

final class Kernel extends ConsoleKernel
{
    protected $commands = [Import::class, DispatchReport::class];

    protected function schedule(Schedule $schedule): void
    {
        $schedule->call(fn() => null)->name('heartbeat')->everyMinute();
        $schedule->call(fn() => Journal::work('clean up'))->name('clean-up')->everyMinute()->withoutOverlapping(10);
    }
}
