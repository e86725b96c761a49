<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Profiler;

use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\DependencyInjection\Reference;

/**
 * Registers the profiler's panel, if the application has the profiler and runs in debug mode.
 *
 * @internal
 */
final class RegisterProfilerPass implements CompilerPassInterface
{
    public const RECORDER = 'redislock.recorder';

    /** @param string $templates the Twig namespace of the bundle */
    public function __construct(private readonly string $templates)
    {
    }

    public function process(ContainerBuilder $container): void
    {
        if (!$container->has('profiler') || !$container->getParameter('kernel.debug')) {
            return;
        }
        // The bundle gets it when it boots.
        $container->register(self::RECORDER, LockRecorder::class)
            ->setArguments([new Reference('debug.stopwatch', ContainerInterface::NULL_ON_INVALID_REFERENCE)])
            ->addTag('kernel.reset', ['method' => 'reset'])
            ->setPublic(true);
        $container->register('redislock.data_collector', LockDataCollector::class)
            ->setArguments([new Reference(self::RECORDER)])
            ->addTag('data_collector', ['id' => 'redislock', 'template' => "@$this->templates/profiler.html.twig"]);
    }
}
