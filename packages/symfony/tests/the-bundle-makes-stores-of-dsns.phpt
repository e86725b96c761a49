--TEST--
With the bundle, framework.lock and framework.semaphore take these DSNs in every form that Symfony knows, and services; other DSNs stay Symfony's
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockBundle;
use RedisLock\Symfony\RedisLockStore;
use RedisLock\Symfony\RedisLockSymfonyBundle;
use RedisLock\Symfony\RedisSemaphoreStore;
use RedisLock\Symfony\StoreFactory;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Semaphore\SemaphoreFactory;

final class App extends Kernel
{
    /** @param list<string> $service the servers of the services */
    public function __construct(private string $folder, private array $lock, private string $bundle, private array $semaphores, private array $service)
    {
        parent::__construct('test', false);
    }

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle(), new $this->bundle()];
    }

    public function registerContainerConfiguration(LoaderInterface $loader): void
    {
        $loader->load(function (ContainerBuilder $container): void {
            $container->loadFromExtension('framework', ['secret' => 'x', 'lock' => $this->lock, 'http_method_override' => false] + ($this->semaphores === [] ? [] : ['semaphore' => $this->semaphores]));
            $container->register('my.store', RedisLockStore::class)->setArguments([$this->service, 60.0]);
            $container->register('my.semaphores', RedisSemaphoreStore::class)->setArguments([$this->service[1], 30.0, true]);
            foreach ($this->semaphores as $name => $store) {
                $container->setAlias("test.semaphore.$name", "semaphore.$name.factory")->setPublic(true);
            }
            foreach (array_keys($this->lock) as $name) {
                $container->setAlias("test.$name", "lock.$name.factory")->setPublic(true);
            }
        });
    }

    public function getProjectDir(): string
    {
        return $this->folder;
    }
}

/** Returns the store of a factory. */
function store(LockFactory|SemaphoreFactory $factory): object
{
    return (fn() => $this->store)->call($factory);
}

$servers = [RedisServer::start(tcp: true), RedisServer::start(), RedisServer::start()];
$_ENV['LOCK_DSN'] = 'redislock+' . $servers[0]->tcpAddress() . '?auto_renew=1&lease=20';
$_ENV['LOCK_PORT'] = $servers[0]->port;
$_ENV['SEMAPHORE_DSN'] = "redislock+{$servers[1]->address}?auto_renew=1&lease=40";
// framework.semaphore came with Symfony 6.
$hasSemaphores = is_file(dirname((new ReflectionClass(FrameworkBundle::class))->getFileName()) . '/Resources/config/semaphore.php');
$semaphores = $hasSemaphores ? ['default' => '%env(SEMAPHORE_DSN)%', 'service' => 'my.semaphores'] : [];
$lock = [
    'default' => '%env(LOCK_DSN)%',
    'parts' => 'redislock+redis://127.0.0.1:%env(LOCK_PORT)%?prefix=parts.&lease=40',
    'plain' => "redislock+{$servers[1]->address}",
    'several' => ['%env(LOCK_DSN)%', "redislock+{$servers[1]->address}"],
    'symfony' => "flock://{$servers[0]->directory}",
    'service' => 'my.store',
    'list' => 'redislock+' . $servers[0]->tcpAddress() . ",{$servers[1]->address},{$servers[2]->address}?lease=50",
];
$repeated = 0;
foreach ([RedisLockBundle::class, RedisLockSymfonyBundle::class] as $bundle) {
    $folder = "{$servers[0]->directory}/$bundle";
    $app = new App(strtr($folder, '\\', '-'), $lock, $bundle, $semaphores, array_map(fn(RedisServer $server) => $server->address, $servers));
    $app->boot();
    foreach (array_keys($lock) as $name) {
        $factory = $app->getContainer()->get("test.$name");
        $acquired = ($held = $factory->createLock($name, null))->acquire();
        $left = fn(RedisServer $server, string $key) => max(0, round($server->ask('PTTL', $key) / 1000, -1));
        // A server of a list that is slow to connect is left out, until the next acquisition.
        $name === 'list' && await('all servers', function () use ($left, $servers, $name, $held, &$repeated): bool {
            $stands = $left($servers[0], $name) && $left($servers[1], $name);
            if (!$stands) {
                $repeated++;
                $held->release();
                $held->acquire();
            }
            return $stands;
        });
        say($name, [store($factory)::class, $acquired, $left($servers[0], $name), $left($servers[0], "parts.$name"), $left($servers[1], $name)]);
        $held->release();
    }
    foreach (['default', 'service'] as $name) {
        if ($hasSemaphores) {
            $factory = $app->getContainer()->get("test.semaphore.$name");
            $acquired = ($held = $factory->createSemaphore('api', 2))->acquire();
            say("semaphore $name", [store($factory)::class, $acquired, $left($servers[1], 'api:semaphore')]);
            $held->release();
        } else {
            say("semaphore $name", 'not in ' . strstr(Kernel::VERSION, '.', true));
        }
    }
    // The container is compiled now: environment variables are read when it runs.
    $_ENV['LOCK_DSN'] = "redislock+{$servers[1]->address}?lease=20&auto_renew=1";
    $app->shutdown();
    $app->boot();
    $held = $app->getContainer()->get('test.default')->createLock('moved');
    $held->acquire();
    say('another address', $left($servers[1], 'moved'));
    $held->release();
    $_ENV['LOCK_DSN'] = 'redislock+' . $servers[0]->tcpAddress() . '?auto_renew=1&lease=20';
    exec('rm -r ' . escapeshellarg($app->getProjectDir()));
}
say('in the counters, but for semaphores', array_map(fn($number) => $number - $repeated - ($hasSemaphores ? 4 : 0), array_intersect_key(RedisLock::stats(), ['acquired' => 0, 'released' => 0])));

// The names that Symfony Flex tries for this namespace, of files that name the base class.
$composer = json_decode(file_get_contents(__DIR__ . '/../composer.json'), true);
say('Flex finds it', [$composer['type'], str_contains(file_get_contents(__DIR__ . '/../src/RedisLockSymfonyBundle.php'), 'Symfony\Component\HttpKernel\Bundle\Bundle')]);
$recipe = json_decode(file_get_contents(__DIR__ . '/../recipe/manifest.json'), true);
say('the recipe', [array_map(fn(string $class) => (new $class())->getName(), array_keys($recipe['bundles'])), StoreFactory::createStore($recipe['env']['LOCK_DSN'])::class]);
?>
--EXPECTF--
default: ["RedisLock\\Symfony\\RedisLockStore",true,20.0,0,0]
parts: ["RedisLock\\Symfony\\RedisLockStore",true,0,40.0,0]
plain: ["RedisLock\\Symfony\\RedisLockStore",true,0,0,300.0]
several: ["Symfony\\Component\\Lock\\Store\\CombinedStore",true,20.0,0,300.0]
symfony: ["Symfony\\Component\\Lock\\Store\\FlockStore",true,0,0,0]
service: ["RedisLock\\Symfony\\RedisLockStore",true,60.0,0,60.0]
list: ["RedisLock\\Symfony\\RedisLockStore",true,50.0,0,50.0]
semaphore default: %r(\["RedisLock\\\\Symfony\\\\RedisSemaphoreStore",true,40.0\]|"not in 5")%r
semaphore service: %r(\["RedisLock\\\\Symfony\\\\RedisSemaphoreStore",true,30.0\]|"not in 5")%r
another address: 20.0
default: ["RedisLock\\Symfony\\RedisLockStore",true,20.0,0,0]
parts: ["RedisLock\\Symfony\\RedisLockStore",true,0,40.0,0]
plain: ["RedisLock\\Symfony\\RedisLockStore",true,0,0,300.0]
several: ["Symfony\\Component\\Lock\\Store\\CombinedStore",true,20.0,0,300.0]
symfony: ["Symfony\\Component\\Lock\\Store\\FlockStore",true,0,0,0]
service: ["RedisLock\\Symfony\\RedisLockStore",true,60.0,0,60.0]
list: ["RedisLock\\Symfony\\RedisLockStore",true,50.0,0,50.0]
semaphore default: %r(\["RedisLock\\\\Symfony\\\\RedisSemaphoreStore",true,40.0\]|"not in 5")%r
semaphore service: %r(\["RedisLock\\\\Symfony\\\\RedisSemaphoreStore",true,30.0\]|"not in 5")%r
another address: 20.0
in the counters, but for semaphores: {"acquired":16,"released":16}
Flex finds it: ["symfony-bundle",true]
the recipe: [["RedisLockBundle"],"RedisLock\\Symfony\\RedisLockStore"]
