<?php

/**
 * For Laravel's own tests, which packages/suites.sh runs: the framework, this package, PHPUnit's needs, and as much of Orchestra's
 * Testbench as they use, because Debian does not have it. The driver of the store "redis" is the variable REDISLOCK_DRIVER.
 */

declare(strict_types=1);

namespace {
    require_once __DIR__ . '/../tests/inc/caches.php';
    require_once getenv('REDISLOCK_PHPUNIT') . '/root/usr/share/php/Mockery/autoload.php';

    spl_autoload_register(static function (string $class): void {
        $file = getenv('REDISLOCK_SUITES') . '/tests/' . strtr(substr($class, strlen('Illuminate\\Tests\\')), '\\', '/') . '.php';
        if (str_starts_with($class, 'Illuminate\\Tests\\') && is_file($file)) {
            require $file;
        }
    });
}

namespace Orchestra\Testbench {
    use Illuminate\Contracts\Console\Kernel as ConsoleKernel;
    use Illuminate\Contracts\Http\Kernel as HttpKernel;
    use Illuminate\Foundation\Application;
    use Illuminate\Foundation\Bootstrap\HandleExceptions;
    use Illuminate\Foundation\Console\Kernel as PlainConsoleKernel;
    use Illuminate\Foundation\Http\Kernel;
    use Illuminate\Foundation\Testing\TestCase as LaravelTestCase;

    abstract class TestCase extends LaravelTestCase
    {
        public function createApplication(): Application
        {
            $app = require __DIR__ . '/../example/app.php';
            $app->singleton(HttpKernel::class, Kernel::class);
            $app->singleton(ConsoleKernel::class, PlainConsoleKernel::class);
            $app->make(ConsoleKernel::class)->bootstrap();
            $app['config']->set('app.key', str_repeat('k', 32));
            $app['config']->set('app.cipher', 'AES-256-CBC');
            // Whichever store a test names, its locks are those of this driver.
            $store = ['driver' => getenv('REDISLOCK_DRIVER'), 'connection' => 'default', 'lock_connection' => 'default'];
            $app['config']->set('cache', ['default' => 'redis', 'prefix' => 'cache_', 'stores' => ['redis' => $store, 'database' => $store, 'array' => ['driver' => 'array']]]);
            $app['config']->set('database.default', 'memory');
            $app['config']->set('database.connections.memory', ['driver' => 'sqlite', 'database' => ':memory:', 'prefix' => '']);
            $app['config']->set('database.migrations', 'migrations');
            $app['config']->set('queue.connections.sync', ['driver' => 'sync']);
            $app['config']->set('queue.default', 'sync');
            $this->defineEnvironment($app);
            $app['redis']->connection()->flushdb();

            return $app;
        }

        protected function tearDown(): void
        {
            parent::tearDown();
            if (! method_exists(HandleExceptions::class, 'flushHandlersState')) { // later versions restore them
                restore_error_handler();
                restore_exception_handler();
            }
        }

        protected function defineEnvironment($app)
        {
            $this->getEnvironmentSetUp($app);
        }

        protected function getEnvironmentSetUp($app) {}
    }
}
