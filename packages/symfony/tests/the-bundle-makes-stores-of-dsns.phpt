--TEST--
With the bundle, framework.lock takes these DSNs: by environment variables, in parts, several of them; others stay Symfony's
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockBundle;
use RedisLock\Symfony\RedisLockStore;
use RedisLock\Symfony\RedisLockSymfonyBundle;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Component\Lock\LockFactory;

final class App extends Kernel
{
    public function __construct(private string $folder, private array $lock, private string $bundle)
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
            $container->loadFromExtension('framework', ['secret' => 'x', 'lock' => $this->lock, 'http_method_override' => false]);
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

/** What a factory's store is. */
function store(LockFactory $factory): object
{
    return (fn() => $this->store)->call($factory);
}

$servers = [RedisServer::start(tcp: true), RedisServer::start()];
$_ENV['LOCK_DSN'] = 'redislock+' . $servers[0]->tcpAddress() . '?auto_renew=1&lease=20';
$_ENV['LOCK_PORT'] = $servers[0]->port;
$lock = [
    'default' => '%env(LOCK_DSN)%',
    'parts' => 'redislock+redis://127.0.0.1:%env(LOCK_PORT)%?prefix=parts.&lease=40',
    'plain' => "redislock+{$servers[1]->address}",
    'several' => ['%env(LOCK_DSN)%', "redislock+{$servers[1]->address}"],
    'symfony' => 'flock',
];
foreach ([RedisLockBundle::class, RedisLockSymfonyBundle::class] as $bundle) {
    $folder = "{$servers[0]->directory}/$bundle";
    $app = new App(strtr($folder, '\\', '-'), $lock, $bundle);
    $app->boot();
    foreach (array_keys($lock) as $name) {
        $factory = $app->getContainer()->get("test.$name");
        $acquired = ($held = $factory->createLock($name, null))->acquire();
        $left = fn(RedisServer $server, string $key) => max(0, round($server->ask('PTTL', $key) / 1000));
        say($name, [store($factory)::class, $acquired, $left($servers[0], $name), $left($servers[0], "parts.$name"), $left($servers[1], $name)]);
        $held->release();
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
say('in the counters', array_intersect_key(RedisLock::stats(), ['acquired' => 0, 'released' => 0]));

// The names that Symfony Flex tries for this namespace, of files that name the base class.
$composer = json_decode(file_get_contents(__DIR__ . '/../composer.json'), true);
say('Flex finds it', [$composer['type'], str_contains(file_get_contents(__DIR__ . '/../src/RedisLockSymfonyBundle.php'), 'Symfony\Component\HttpKernel\Bundle\Bundle')]);
?>
--EXPECT--
default: ["RedisLock\\Symfony\\RedisLockStore",true,20.0,0,0]
parts: ["RedisLock\\Symfony\\RedisLockStore",true,0,40.0,0]
plain: ["RedisLock\\Symfony\\RedisLockStore",true,0,0,300.0]
several: ["Symfony\\Component\\Lock\\Store\\CombinedStore",true,20.0,0,300.0]
symfony: ["Symfony\\Component\\Lock\\Store\\FlockStore",true,0,0,0]
another address: 20.0
default: ["RedisLock\\Symfony\\RedisLockStore",true,20.0,0,0]
parts: ["RedisLock\\Symfony\\RedisLockStore",true,0,40.0,0]
plain: ["RedisLock\\Symfony\\RedisLockStore",true,0,0,300.0]
several: ["Symfony\\Component\\Lock\\Store\\CombinedStore",true,20.0,0,300.0]
symfony: ["Symfony\\Component\\Lock\\Store\\FlockStore",true,0,0,0]
another address: 20.0
in the counters: {"acquired":12,"released":12}
Flex finds it: ["symfony-bundle",true]
