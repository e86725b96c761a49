<?php

declare(strict_types=1);

namespace App;

use Illuminate\Console\Command;

final class DispatchReport extends Command
{
    protected $signature = 'report {month}';

    protected $description = 'Puts the report of a month into the queue';

    public function handle(): int
    {
        Report::dispatch($this->argument('month'));

        return self::SUCCESS;
    }
}
