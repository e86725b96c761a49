<?php

declare(strict_types=1);

/** What the lock protects. */
interface Account
{
    public function name(): string;

    public function balance(): int;

    /** Returns whether the balance was written: a resource with a fence refuses what comes with an older one. */
    public function write(int $balance, int $fence): bool;
}
