--TEST--
The bundle listens for the profiler in debug mode, and for the application's listeners of RedisLockEvent; else nothing is recorded, asked or told
--EXTENSIONS--
tokenizer
--FILE--
<?php
require __DIR__ . '/profiler-app.php';

use RedisLock\Symfony\Profiler\RegisterProfilerPass;
use Symfony\Component\Lock\LockFactory;

/** A listener of the application. */
final class Journal
{
    public static array $types = [];

    public function __invoke(RedisLockEvent $event): void
    {
        self::$types[] = $event->type;
    }
}

/** Another one. */
final class Faulty
{
    public function __invoke(RedisLockEvent $event): void
    {
        throw new DomainException("at $event->type");
    }
}

$redis = RedisServer::start();
$monitor = Monitor::of($redis);
$pages = ['/' => function (LockFactory $factory): string {
    $lock = $factory->createLock('k', 60);
    $lock->acquire(true);
    $lock->release();

    return 'done';
}];
$apps = [
    'in production' => ['debug' => false],
    'with the profiler in production' => ['debug' => false, 'hasProfiler' => true],
    'in debug mode without the profiler' => [],
    'in debug mode with the profiler' => ['hasProfiler' => true],
    'in production, with a listener' => ['debug' => false, 'listeners' => [Journal::class]],
    'in debug mode with the profiler and a listener' => ['hasProfiler' => true, 'listeners' => [Journal::class]],
];
foreach ($apps as $what => $arguments) {
    $earlier = [];
    RedisLock::listen(function (RedisLockEvent $event) use (&$earlier): void {
        $earlier[] = $event->type;
    });
    Journal::$types = [];
    $app = new ProfilerApp("$redis->directory/app", $redis->address, $pages, ...$arguments + ['hasProfiler' => false]);
    $app->boot();
    $app->visit('/'); // the connection
    $monitor->seen('/./');
    $app->visit('/');
    say($what, [
        'recorder' => $app->getContainer()->has(RegisterProfilerPass::RECORDER),
        'asks for the holder' => !str_contains($monitor->seen('/"k"/')[0], '"SET"'),
        'the listener of before' => $earlier,
        "the application's" => Journal::$types,
    ]);
    $app->shutdown();
    Journal::$types = [];
    (new RedisLock('after', server: $redis->address))->synchronized(fn() => 1);
    say('  after its end', Journal::$types);
    exec('rm -r ' . escapeshellarg($app->getProjectDir()));
}

$app = new ProfilerApp("$redis->directory/app", $redis->address, $pages, debug: false, hasProfiler: false, listeners: [Faulty::class, Journal::class]);
$app->boot();
set_error_handler(fn(int $level, string $message) => print(preg_replace('/ in \S+(?= on line| line|:\d)/', '', $message) . "\n"));
$app->visit('/');
restore_error_handler();
$app->shutdown();
exec('rm -r ' . escapeshellarg($app->getProjectDir()));
?>
--EXPECT--
in production: {"recorder":false,"asks for the holder":false,"the listener of before":["acquired","released","acquired","released"],"the application's":[]}
  after its end: []
with the profiler in production: {"recorder":false,"asks for the holder":false,"the listener of before":["acquired","released","acquired","released"],"the application's":[]}
  after its end: []
in debug mode without the profiler: {"recorder":false,"asks for the holder":false,"the listener of before":["acquired","released","acquired","released"],"the application's":[]}
  after its end: []
in debug mode with the profiler: {"recorder":true,"asks for the holder":true,"the listener of before":[],"the application's":[]}
  after its end: []
in production, with a listener: {"recorder":false,"asks for the holder":false,"the listener of before":[],"the application's":["acquired","released","acquired","released"]}
  after its end: []
in debug mode with the profiler and a listener: {"recorder":true,"asks for the holder":true,"the listener of before":[],"the application's":["acquired","released","acquired","released"]}
  after its end: []
RedisLock::acquire(): the listener of RedisLock::listen() threw DomainException: at acquired:23
RedisLock::release(): the listener of RedisLock::listen() threw DomainException: at released:23
