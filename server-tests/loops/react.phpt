--TEST--
With the lines of docs/event-loops.md ReactPHP's fibers get a lock in order, and its timers run meanwhile
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

use React\EventLoop\Loop;

use function React\Async\{async, delay};
use function React\Promise\all;

$folder = getenv('REDISLOCK_LOOPS');
spl_autoload_register(static function (string $class) use ($folder): void {
    foreach (['React\\Async\\' => 'async', 'React\\EventLoop\\' => 'event-loop', 'React\\Promise\\' => 'promise'] as $namespace => $package) {
        if (str_starts_with($class, $namespace)) {
            require "$folder/reactphp-$package/src/" . strtr(substr($class, strlen($namespace)), '\\', '/') . '.php';
        }
    }
});
require "$folder/reactphp-async/src/functions.php";
require "$folder/reactphp-promise/src/functions.php";

preg_match('/^RedisLock::setPoll\(function .*?^}\);$/ms', file_get_contents(__DIR__ . '/../../docs/event-loops.md'), $lines);
eval($lines[0]);

$redis = RedisServer::start();
$ticks = 0;
$ticker = Loop::addPeriodicTimer(0.01, function () use (&$ticks): void {
    $ticks++;
});
$order = [];
$work = async(function (int $number) use ($redis, &$order): void {
    $lock = new RedisLock('k', wait: 600.0, server: $redis->address);
    $lock->acquire();
    $order[] = $number;
    delay(0.012);
    $lock->release();
});
React\Async\await(all(array_map($work, range(1, 50))));
Loop::cancelTimer($ticker);
say('in order', $order === range(1, 50));
say('ticks', $ticks >= 40); // 0.6 seconds at least
say('left', $redis->ask('KEYS', 'k'));
?>
--EXPECT--
in order: true
ticks: true
left: []
