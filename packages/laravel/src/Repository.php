<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use BackedEnum;
use Illuminate\Cache\Repository as LaravelRepository;
use UnitEnum;

/**
 * Laravel's cache with the extension's funnels, also for versions of Laravel that have none.
 *
 * @internal
 */
final class Repository extends LaravelRepository
{
    public static function of(LaravelRepository $made): self
    {
        $own = new self($made->getStore());
        foreach (get_object_vars($made) as $name => $value) {
            $own->$name = $value;
        }

        return $own;
    }

    /** @param  UnitEnum|string  $name */
    public function funnel($name): Funnel
    {
        $name = match (true) {
            $name instanceof BackedEnum => $name->value,
            $name instanceof UnitEnum => $name->name,
            default => $name,
        };

        return $this->store->funnel((string) $name);
    }
}
