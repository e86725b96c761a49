<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

/**
 * The bundle by the name that Symfony Flex makes of this namespace: so it is enabled by "composer require".
 * (Flex looks into this file for Symfony\Component\HttpKernel\Bundle\Bundle.).
 */
final class RedisLockSymfonyBundle extends RedisLockBundle
{
}
