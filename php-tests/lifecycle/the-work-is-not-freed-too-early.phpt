--TEST--
The callable and its result are neither freed too early nor leaked
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
final class Traced
{
    public static int $alive = 0;
    public function __construct() { self::$alive++; }
    public function __destruct() { self::$alive--; }
    public function __invoke(RedisLock $lock): self { return $this; }
    public function work(): string { return 'work'; }
}
$lock = new RedisLock('k', server: $redis->address);
for ($n = 0; $n < 50; $n++) {
    // Callables that live only as long as the call.
    $result = $lock->synchronized(new Traced());
    $lock->synchronized([new Traced(), 'work']);
    $traced = new Traced();
    $lock->synchronized(function () use ($traced) { return $traced; });
    $lock->synchronized((new Traced())->work(...));
    try {
        $lock->synchronized(function () use ($traced) { throw new LogicException(); });
    } catch (LogicException) {
    }
    unset($traced);
}
say('alive: the last result', Traced::$alive);
unset($result);
say('alive', Traced::$alive);

$kept = fn() => 'kept';
for ($n = 0; $n < 50; $n++) {
    $lock->synchronized($kept);
}
say('a callable that is kept', $kept());

$memory = memory_get_usage();
for ($n = 0; $n < 200; $n++) {
    $lock->synchronized(fn() => str_repeat('x', 10_000));
    try {
        $lock->synchronized(fn() => throw new LogicException());
    } catch (LogicException) {
    }
}
say('memory grew', memory_get_usage() - $memory > 100_000);
?>
--EXPECT--
alive: the last result: 1
alive: 0
a callable that is kept: "kept"
memory grew: false
