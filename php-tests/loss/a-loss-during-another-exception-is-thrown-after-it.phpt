--TEST--
A loss that is noticed while PHP throws another exception is thrown after it: neither exception is lost, and PHP does not hang
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

is_thrown_into();
$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address, autoRenew: true, abortOnLoss: true);
$lock->acquire();
await_renewals();
pause(0.05);
final class Loses
{
    public function __construct(private Closure $lose) {}

    public function __destruct()
    {
        ($this->lose)();
    }
}
$caught = [];
// The thread reports the loss again, at last every second.
for ($n = 0; !in_array('RedisLockLostException', $caught, true) && $n < 1000 || $n < 2; $n++) {
    try {
        (function () use ($n, $redis) {
            // Its destructor runs while the exception below is thrown.
            $loses = $n === 0 ? new Loses(function () use ($redis) {
                $redis->connect()->ask('DEL', 'k');
                compute(0.2);
            }) : null;
            compute(0.2);
            throw new LogicException('own');
        })();
    } catch (Throwable $exception) {
        for (; $exception; $exception = $exception->getPrevious()) {
            $caught[] = $exception::class;
        }
    }
}
sort($caught);
say('caught', array_count_values($caught)['RedisLockLostException']);
say('own', in_array('LogicException', $caught, true));
?>
--EXPECT--
caught: 1
own: true
