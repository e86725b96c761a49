--TEST--
The exceptions can be made, extended and thrown in PHP like any other, with previous, code, file and line
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

class Ours extends RedisLockLostException {}

foreach (['RedisLockException', 'RedisLockConnectionException', 'RedisLockTimeoutException', 'RedisLockLostException', 'Ours'] as $class) {
    $cause = new LogicException('the cause');
    $line = __LINE__ + 1;
    $exception = new $class('what happened', 42, $cause);
    try {
        throw $exception;
    } catch (RedisLockException $caught) {
        say($class, [
            $caught === $exception,
            $caught->getMessage(),
            $caught->getCode(),
            $caught->getPrevious() === $cause,
            $caught->getFile() === __FILE__,
            $caught->getLine() === $line,
            $caught->getTraceAsString(),
        ]);
    }
}
say('without arguments', (new RedisLockTimeoutException())->getMessage());
say('as a string', explode("\n", (string) new RedisLockException('what happened'))[2]);
say('serialized and back', unserialize(serialize(new RedisLockException('what happened')))->getMessage());
?>
--EXPECT--
RedisLockException: [true,"what happened",42,true,true,true,"#0 {main}"]
RedisLockConnectionException: [true,"what happened",42,true,true,true,"#0 {main}"]
RedisLockTimeoutException: [true,"what happened",42,true,true,true,"#0 {main}"]
RedisLockLostException: [true,"what happened",42,true,true,true,"#0 {main}"]
Ours: [true,"what happened",42,true,true,true,"#0 {main}"]
without arguments: ""
as a string: "#0 {main}"
serialized and back: "what happened"
