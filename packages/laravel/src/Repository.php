<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use BackedEnum;
use Illuminate\Cache\Repository as LaravelRepository;
use UnitEnum;

/**
 * Laravel's cache, but its funnels are the extension's; also where Laravel's has none.
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
