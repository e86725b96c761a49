--TEST--
The exceptions that the extension throws have file, line and trace of the call
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$lock = new RedisLock('k', server: $redis->address);

function buys(RedisLock $lock): never
{
    $lock->synchronized(fn() => 1, 0.0); // line of the call
}
function checks(RedisLock $lock): never
{
    $lock->detach(); // line of the call
}
foreach (['buys', 'checks'] as $function) {
    try {
        $function($lock);
    } catch (RedisLockException $exception) {
        say('class', $exception::class);
        say('code', $exception->getCode());
        say('previous', $exception->getPrevious());
        say('file', $exception->getFile() === __FILE__);
        say('line', str_contains(file(__FILE__)[$exception->getLine() - 1], 'line of the call'));
        say('trace', array_map(fn(array $call) => ($call['class'] ?? '') . ($call['type'] ?? '') . $call['function'], $exception->getTrace()));
    }
}
?>
--EXPECT--
class: "RedisLockTimeoutException"
code: 0
previous: null
file: true
line: true
trace: ["RedisLock->synchronized","buys"]
class: "RedisLockException"
code: 0
previous: null
file: true
line: true
trace: ["RedisLock->detach","checks"]
