<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpKernel\Bundle\Bundle;
use Symfony\Component\Lock\Store\StoreFactory as SymfonyStoreFactory;

/**
 * Lets framework.lock take DSNs of RedisLock. It sends every store through Symfony's static factory: ours takes its place.
 */
class RedisLockBundle extends Bundle implements CompilerPassInterface
{
    public function build(ContainerBuilder $container): void
    {
        $container->addCompilerPass($this);
    }

    public function process(ContainerBuilder $container): void
    {
        foreach ($container->getDefinitions() as $definition) {
            if ($definition->getFactory() === [SymfonyStoreFactory::class, 'createStore']) {
                $definition->setFactory([StoreFactory::class, 'createStore']);
            }
        }
    }
}
