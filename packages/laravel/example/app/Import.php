<?php

declare(strict_types=1);

namespace App;

use Illuminate\Console\Command;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Support\Facades\Cache;

final class Import extends Command
{
    protected $signature = 'import {--wait=0 : seconds}';

    protected $description = 'Imports, unless another process does';

    public function handle(): int
    {
        try {
            Cache::lock('import', 60)->block((int) $this->option('wait'), fn() => Journal::work('import'));
            $this->line('imported');
        } catch (LockTimeoutException) {
            $this->line('another process imports');
        }

        return self::SUCCESS;
    }
}
