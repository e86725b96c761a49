--TEST--
synchronized() runs the work with the lock object, returns its result, and releases
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);

$result = $lock->synchronized(function (...$arguments) use ($lock, $redis) {
    say('arguments', count($arguments));
    say('the lock itself', $arguments[0] === $lock);
    say('held', $lock->isHeld());
    say('key', $redis->ask('GET', 'k') === $lock->getToken());
    return ['a' => 1];
});
say('result', $result);
say('key', $redis->ask('EXISTS', 'k'));
say('held', $lock->isHeld());

function work(RedisLock $lock): string { return "function {$lock->getKey()}"; }
final class Worker
{
    public function work(RedisLock $lock): string { return "method {$lock->getKey()}"; }
    public static function staticWork(RedisLock $lock): string { return "static {$lock->getKey()}"; }
    public function __invoke(RedisLock $lock): string { return "invoked {$lock->getKey()}"; }
    private function hidden(): void {}
}
foreach (['work', [new Worker(), 'work'], 'Worker::staticWork', new Worker(), work(...)] as $callable) {
    say('callable', $lock->synchronized($callable));
}
say('nothing returned', $lock->synchronized(function () {}));
say('no parameter taken', $lock->synchronized(fn() => 7));
refusals([
    'no such function' => fn() => $lock->synchronized('no_such_function'),
    'private method' => fn() => $lock->synchronized([new Worker(), 'hidden']),
]);
say('key', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
arguments: 1
the lock itself: true
held: true
key: true
result: {"a":1}
key: 0
held: false
callable: "function k"
callable: "method k"
callable: "static k"
callable: "invoked k"
callable: "function k"
nothing returned: null
no parameter taken: 7
no such function => TypeError: RedisLock::synchronized(): Argument #1 ($work) must be a valid callback, function "no_such_function" not found or invalid function name
private method => TypeError: RedisLock::synchronized(): Argument #1 ($work) must be a valid callback, cannot access private method Worker::hidden()
key: 0
