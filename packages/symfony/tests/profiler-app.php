<?php

declare(strict_types=1);

/** An application with the web profiler, for the tests of its panel. Its actions acquire locks. */

require_once __DIR__ . '/inc.php';

use RedisLock\Symfony\Profiler\LockRow;
use RedisLock\Symfony\RedisLockBundle;
use Symfony\Bundle\FrameworkBundle\DependencyInjection\Compiler\ContainerBuilderDebugDumpPass;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\TwigBundle\TwigBundle;
use Symfony\Bundle\WebProfilerBundle\WebProfilerBundle;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Component\HttpKernel\Profiler\Profile;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Routing\Route;
use Symfony\Component\Routing\RouteCollection;

/** A row of the panel, without times. */
function row(LockRow $row): string
{
    return implode(' | ', [$row->key, $row->kind, $row->holder ?? '-', $row->outcome . ($row->reason === null ? '' : ': ' . ($row->outcome === 'lost' ? 'WHY' : $row->reason)), $row->held === null ? '-' : 'held']);
}

final class ProfilerApp extends Kernel
{
    /**
     * @param array<string, callable(LockFactory): string> $pages by path
     * @param class-string $bundle
     * @param list<class-string> $listeners of RedisLockEvent
     */
    public function __construct(private string $folder, private string $server, private array $pages = [], bool $debug = true, private string $bundle = RedisLockBundle::class, private bool $hasProfiler = true, private array $listeners = [])
    {
        parent::__construct('dev', $debug);
    }

    public function registerBundles(): iterable
    {
        yield new FrameworkBundle();
        if ($this->hasProfiler) {
            yield new TwigBundle();
            yield new WebProfilerBundle();
        }
        yield new $this->bundle();
    }

    public function registerContainerConfiguration(LoaderInterface $loader): void
    {
        $loader->load(function (ContainerBuilder $container): void {
            $container->loadFromExtension('framework', [
                'secret' => 'x',
                'http_method_override' => false,
                'lock' => "redislock+$this->server",
                'router' => ['resource' => 'kernel::routes', 'type' => 'service', 'utf8' => true],
                'profiler' => ['enabled' => $this->hasProfiler, 'dsn' => "file:$this->folder/profiler"],
            ]);
            $this->hasProfiler && $container->loadFromExtension('web_profiler', ['toolbar' => true, 'intercept_redirects' => false]);
            $container->setAlias('test.lock', 'lock.default.factory')->setPublic(true);
            $this->hasProfiler && $container->setAlias('test.profiler', 'profiler')->setPublic(true);
            foreach ($this->listeners as $name => $listener) {
                $container->register("test.listener.$name", $listener)->addTag('kernel.event_listener', ['event' => RedisLockEvent::class]);
            }
            $container->register('logger', Psr\Log\NullLogger::class);
            $container->register('kernel', self::class)->setSynthetic(true)->setPublic(true)->addTag('controller.service_arguments')->addTag('routing.route_loader');
        });
    }

    /** Not every PHP has the extension dom, which Symfony's debug:container wants. */
    protected function build(ContainerBuilder $container): void
    {
        $passes = $container->getCompilerPassConfig();
        $passes->setBeforeRemovingPasses(array_filter($passes->getBeforeRemovingPasses(), fn(object $pass) => !$pass instanceof ContainerBuilderDebugDumpPass));
    }

    /** The routes of Symfony's profiler are in XML before Symfony 7.4. Not every PHP reads that. */
    public function routes(): RouteCollection
    {
        $routes = new RouteCollection();
        foreach (array_keys($this->pages) as $page) {
            $routes->add("page$page", new Route($page, ['_controller' => 'kernel::page']));
        }
        $actions = ['_profiler_home' => '', '_profiler_search' => 'search', '_profiler_search_bar' => 'search_bar', '_profiler_phpinfo' => 'phpinfo', '_profiler_search_results' => '{token}/search/results', '_profiler_open_file' => 'open', '_profiler' => '{token}'];
        foreach ($this->hasProfiler ? $actions : [] as $name => $path) {
            $action = match ($name) {
                '_profiler' => 'panel',
                '_profiler_open_file' => 'open',
                default => lcfirst(strtr(ucwords(substr($name, strlen('_profiler_')), '_'), ['_' => ''])),
            };
            $routes->add($name, new Route("/_profiler/$path", ['_controller' => "web_profiler.controller.profiler::{$action}Action"]));
        }
        if ($this->hasProfiler) {
            $routes->add('_wdt', new Route('/_wdt/{token}', ['_controller' => 'web_profiler.controller.profiler::toolbarAction']));
            $routes->add('_wdt_stylesheet', new Route('/_wdt/styles', ['_controller' => 'web_profiler.controller.profiler::toolbarStylesheetAction']), 1);
            $routes->add('_profiler_font', new Route('/_profiler/font/{fontName}.woff2', ['_controller' => 'web_profiler.controller.profiler::fontAction']), 1);
            $routes->add('_profiler_exception', new Route('/_profiler/{token}/exception', ['_controller' => 'web_profiler.controller.exception_panel::body']));
            $routes->add('_profiler_exception_css', new Route('/_profiler/{token}/exception.css', ['_controller' => 'web_profiler.controller.exception_panel::stylesheet']));
            $routes->add('_profiler_router', new Route('/_profiler/{token}/router', ['_controller' => 'web_profiler.controller.router::panelAction']));
        }

        return $routes;
    }

    public function page(Request $request): Response
    {
        return new Response('<html><body><h1>' . $this->pages[$request->getPathInfo()]($this->getContainer()->get('test.lock')) . '</h1></body></html>');
    }

    public function visit(string $path): Response
    {
        $request = Request::create($path);
        $response = $this->handle($request);
        $this->terminate($request, $response);
        $response->isOk() || throw new RuntimeException("$path: " . strip_tags($response->getContent()));

        return $response;
    }

    /** Visits a page, and returns its profile. */
    public function profile(string $path): Profile
    {
        return $this->getContainer()->get('test.profiler')->loadProfileFromResponse($this->visit($path));
    }

    public function getProjectDir(): string
    {
        return $this->folder;
    }
}
