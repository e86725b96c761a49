--TEST--
A lock is released at the end wherever it is kept: in a static, in a property, in a cycle, in a closure, in a generator
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$child = PhpChild::start(<<<'PHP'
    final class Keeper { public static array $static = []; public ?RedisLock $lock = null; public ?Keeper $self = null; }
    function make(string $key): RedisLock
    {
        $lock = new RedisLock($key, ttl: 600.0, server: $GLOBALS['argv'][1]);
        $lock->acquire();
        return $lock;
    }
    function keeps(): RedisLock { static $lock; return $lock ??= make('function static'); }
    function generates(): Generator { $lock = make('generator'); yield 1; }
    Keeper::$static[] = make('class static');
    keeps();
    $property = new Keeper();
    $property->lock = make('property');
    $cycle = new Keeper();
    $cycle->lock = make('cycle');
    $cycle->self = $cycle;
    unset($cycle);
    $captured = make('closure');
    $closure = fn() => $captured;
    unset($captured);
    $generator = generates();
    $generator->current();
    $reference = &$referenced;
    $referenced = make('reference');
    $GLOBALS['global'] = make('global');
    define('CONSTANT', make('constant'));
    echo "held\n";
    hear();
    PHP, [$redis->address], mergeErrors: true);
$child->hear();
$keys = $redis->ask('KEYS', '*');
sort($keys);
say('held', $keys);
say('said', $child->finish());
say('exit code', $child->exitCode);
say('left', $redis->ask('KEYS', '*'));
?>
--EXPECT--
held: ["class static","closure","constant","cycle","function static","generator","global","property","reference"]
said: ""
exit code: 0
left: []
