<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Definition;
use Symfony\Component\DependencyInjection\Reference;
use Symfony\Component\HttpKernel\Bundle\Bundle;
use Symfony\Component\Lock\Store\StoreFactory as SymfonyStoreFactory;
use Symfony\Component\Semaphore\Store\StoreFactory as SymfonySemaphoreStoreFactory;

/**
 * Lets framework.lock and framework.semaphore take DSNs of RedisLock, and services that are stores.
 * They send every store through Symfony's static factories, so ours take their places.
 */
class RedisLockBundle extends Bundle implements CompilerPassInterface
{
    public function build(ContainerBuilder $container): void
    {
        $container->addCompilerPass($this);
    }

    public function process(ContainerBuilder $container): void
    {
        $factories = [SymfonyStoreFactory::class => StoreFactory::class, SymfonySemaphoreStoreFactory::class => SemaphoreStoreFactory::class];
        foreach ($container->getDefinitions() as $definition) {
            foreach ($factories as $symfonys => $ours) {
                if ($definition->getFactory() === [$symfonys, 'createStore']) {
                    $definition->setFactory([$ours, 'createStore']);
                    $this->takeEnvironment($container, $definition);
                    $this->takeService($container, $definition);
                }
            }
        }
    }

    /** Symfony 8.1 takes a semaphore's "%env(SEMAPHORE_DSN)%" for the name of a service. */
    private function takeEnvironment(ContainerBuilder $container, Definition $definition): void
    {
        $argument = $definition->getArguments()[0] ?? null;
        if ($argument instanceof Reference) {
            $container->resolveEnvPlaceholders((string) $argument, null, $variables);
            $variables && $definition->setArgument(0, (string) $argument);
        }
    }

    /** Older Symfonys (5.4, 6.4) take the name of a service for a DSN. */
    private function takeService(ContainerBuilder $container, Definition $definition): void
    {
        $argument = $definition->getArguments()[0] ?? null;
        if (is_string($argument) && $container->has($argument)) {
            $definition->setArgument(0, new Reference($argument));
        }
    }
}
