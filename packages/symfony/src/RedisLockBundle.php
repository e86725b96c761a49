<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use RedisLock\Symfony\Command\LockCheckCommand;
use RedisLock\Symfony\Command\LockShowCommand;
use RedisLock\Symfony\Command\Stores;
use RedisLock\Symfony\Profiler\LockRecorder;
use RedisLock\Symfony\Profiler\RegisterProfilerPass;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\Compiler\PassConfig;
use Symfony\Component\DependencyInjection\Compiler\ServiceLocatorTagPass;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\DependencyInjection\Definition;
use Symfony\Component\DependencyInjection\Reference;
use Symfony\Component\EventDispatcher\EventDispatcherInterface;
use Symfony\Component\HttpKernel\Bundle\Bundle;
use Symfony\Component\Lock\Store\StoreFactory as SymfonyStoreFactory;
use Symfony\Component\Semaphore\Store\StoreFactory as SymfonySemaphoreStoreFactory;

/**
 * Lets framework.lock and framework.semaphore take DSNs of RedisLock, and services that are stores.
 * They send every store through Symfony's static factories, so ours take their places.
 */
class RedisLockBundle extends Bundle implements CompilerPassInterface
{
    private bool $isListening = false;

    public function build(ContainerBuilder $container): void
    {
        $container->addCompilerPass($this);
        // Before Symfony's pass gathers the collectors.
        $container->addCompilerPass(new RegisterProfilerPass(substr($this->getName(), 0, -strlen('Bundle'))), PassConfig::TYPE_BEFORE_OPTIMIZATION, 1);
    }

    /** The folder of templates. */
    public function getPath(): string
    {
        return dirname(__DIR__);
    }

    /** Has the profiler's recorder, and the application's listeners for RedisLockEvent, listen to the locks of this process. */
    public function boot(): void
    {
        $recorder = $this->find(RegisterProfilerPass::RECORDER);
        assert(null === $recorder || $recorder instanceof LockRecorder);
        $dispatcher = $this->find('event_dispatcher');
        $isAwaited = $dispatcher instanceof EventDispatcherInterface && $dispatcher->hasListeners(\RedisLockEvent::class);
        $listeners = array_filter([$recorder, $isAwaited ? $dispatcher->dispatch(...) : null]);
        if ([] !== $listeners && extension_loaded('redislock')) {
            \RedisLock::listen(static function (\RedisLockEvent $event) use ($listeners): void {
                foreach ($listeners as $listener) {
                    $listener($event);
                }
            });
            $this->isListening = true;
        }
    }

    public function shutdown(): void
    {
        if ($this->isListening) {
            \RedisLock::listen(null);
            $this->isListening = false;
        }
    }

    private function find(string $service): ?object
    {
        return $this->container?->get($service, ContainerInterface::NULL_ON_INVALID_REFERENCE);
    }

    public function process(ContainerBuilder $container): void
    {
        if ($container->has('redislock.stores')) {
            return; // Symfony 8.1 adds a bundle that is a pass by itself
        }
        $factories = [SymfonyStoreFactory::class => StoreFactory::class, SymfonySemaphoreStoreFactory::class => SemaphoreStoreFactory::class];
        $isRecorded = $container->has(RegisterProfilerPass::RECORDER);
        $stores = $names = [];
        foreach ($container->getDefinitions() as $id => $definition) {
            foreach ($factories as $symfonys => $ours) {
                if ($definition->getFactory() === [$symfonys, 'createStore']) {
                    $definition->setFactory([$ours, 'createStore']);
                    $isRecorded && $definition->setConfigurator([new Reference(RegisterProfilerPass::RECORDER), 'watch']);
                    $this->takeEnvironment($container, $definition);
                    $this->takeService($container, $definition);
                    if (preg_match('/^\.lock\.(.+?)\.store\./', $id, $found)) {
                        // A lock may have several.
                        $count = count(array_filter($names, fn (string $name) => $name === $found[1]));
                        $names[] = $found[1];
                        $stores[0 === $count ? $found[1] : "$found[1] ".$count + 1] = new Reference($id);
                    }
                }
            }
        }
        class_exists(Command::class) && $this->addCommands($container, $stores);
    }

    /**
     * Registers "bin/console lock:show" and "lock:check".
     *
     * @param array<string, Reference> $stores of framework.lock
     */
    private function addCommands(ContainerBuilder $container, array $stores): void
    {
        $container->register('redislock.stores', Stores::class)->setArguments([ServiceLocatorTagPass::register($container, $stores)]);
        foreach ([LockShowCommand::class, LockCheckCommand::class] as $command) {
            $container->register($command, $command)->setArguments([new Reference('redislock.stores')])->addTag('console.command');
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
