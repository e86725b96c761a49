--TEST--
"bin/console lock:show" shows the holder of a lock; "lock:check" says whether the extension, the servers and the queue are there, or what is wrong
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockBundle;
use Symfony\Bundle\FrameworkBundle\Console\Application;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\Console\Input\StringInput;
use Symfony\Component\Console\Output\BufferedOutput;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpKernel\Kernel;

final class App extends Kernel
{
    public function __construct(private string $folder, private array|string $lock)
    {
        parent::__construct('test', false);
    }

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle(), new RedisLockBundle()];
    }

    public function registerContainerConfiguration(LoaderInterface $loader): void
    {
        $loader->load(function (ContainerBuilder $container): void {
            $container->loadFromExtension('framework', ['secret' => 'x', 'lock' => $this->lock, 'http_method_override' => false]);
        });
    }

    public function getProjectDir(): string
    {
        return $this->folder;
    }
}

$redis = RedisServer::start();
$redis->ask('ACL', 'SETUSER', 'apart', 'on', '>secret', '~apart:*', '+@all');
$redis->ask('SET', 'import', str_repeat('0', 32) . ':web-2 <7>', 'PX', 60_900);
$redis->ask('SET', 'for-ever', 'of another client');
putenv('COLUMNS=120');

/** Runs commands in an application with these locks. */
function commands(array|string $lock, string ...$commands): void
{
    global $redis;
    $app = new App("$redis->directory/app", $lock);
    $console = new Application($app);
    $console->setAutoExit(false);
    foreach ($commands as $command) {
        $output = new BufferedOutput();
        $code = $console->run(new StringInput($command), $output);
        $shown = strtr($output->fetch(), [$redis->directory => 'FOLDER', PHP_VERSION => 'VERSION']);
        $shown = preg_replace(['/-{2,}|^ *!/m', '/\s+/', '/in \d+\.\d ms/', '/check-\w+/', '/in \d+\.\d s/'], ['', ' ', 'in # ms', 'check-#', 'in # s'], $shown);
        echo "$command ($code)\n  ", trim($shown), "\n";
    }
    $app->shutdown();
    exec('rm -r ' . escapeshellarg($app->getProjectDir()));
}

commands([
    'default' => "redislock+$redis->address",
    'apart' => "redislock+$redis->address?user=apart&pass=secret&prefix=apart:",
    'two' => ["redislock+$redis->address", "flock://$redis->directory"],
], 'lock:show import', 'lock:show for-ever', 'lock:check');
say('left', array_diff($redis->locks(), ['import', 'for-ever']));
commands([
    'down' => "redislock+unix://$redis->directory/none.sock",
    'refused' => "redislock+$redis->address?lease=soon",
    'works' => "redislock+$redis->address",
], 'lock:show import', 'lock:check');
commands("flock://$redis->directory", 'lock:check');
commands(['enabled' => false], 'lock:show import');
?>
--EXPECT--
lock:show import (0)
  [NOTE] "two 2" of framework.lock is a Symfony\Component\Lock\Store\FlockStore, none of redislock. framework.lock Key Server Holder Its lease ends apart apart:import unix://FOLDER/redis.sock free default import unix://FOLDER/redis.sock web-2 <7> in # s two import unix://FOLDER/redis.sock web-2 <7> in # s
lock:show for-ever (0)
  [NOTE] "two 2" of framework.lock is a Symfony\Component\Lock\Store\FlockStore, none of redislock. framework.lock Key Server Holder Its lease ends apart apart:for-ever unix://FOLDER/redis.sock free default for-ever unix://FOLDER/redis.sock a holder without a label never two for-ever unix://FOLDER/redis.sock a holder without a label never
lock:check (0)
  Extension redislock 0.1.0 in PHP VERSION (cli) [NOTE] "two 2" of framework.lock is a Symfony\Component\Lock\Store\FlockStore, none of redislock. framework.lock Server A lock A process waits apart unix://FOLDER/redis.sock acquired in # ms by sleep and retry: NOPERM this user has no permissions to access one of the keys used as arguments default unix://FOLDER/redis.sock acquired in # ms in the queue two unix://FOLDER/redis.sock acquired in # ms in the queue
left: []
lock:show import (1)
  [ERROR] down: Cannot check lock "import" on unix://FOLDER/none.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?) refused: The option lease of the DSN of a lock store must be a number of seconds, not "soon". framework.lock Key Server Holder Its lease ends works import unix://FOLDER/redis.sock web-2 <7> in # s
lock:check (1)
  Extension redislock 0.1.0 in PHP VERSION (cli) [ERROR] down: Cannot acquire lock "redislock-check-#" on unix://FOLDER/none.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?) refused: The option lease of the DSN of a lock store must be a number of seconds, not "soon". framework.lock Server A lock A process waits works unix://FOLDER/redis.sock acquired in # ms in the queue
lock:check (1)
  Extension redislock 0.1.0 in PHP VERSION (cli) [NOTE] "default" of framework.lock is a Symfony\Component\Lock\Store\FlockStore, none of redislock. [ERROR] framework.lock has no store of redislock. Its DSN begins with redislock+, like LOCK_DSN=redislock+redis://localhost:6379
lock:show import (1)
  [ERROR] framework.lock has no store of redislock. Its DSN begins with redislock+, like LOCK_DSN=redislock+redis://localhost:6379
