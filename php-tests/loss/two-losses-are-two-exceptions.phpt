--TEST--
Two locks lost in one moment, with abortOnLoss: two exceptions, one after the other, and PHP goes on
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$a = new RedisLock('a', server: $redis->address, autoRenew: true, abortOnLoss: true);
$b = new RedisLock('b', server: $redis->address, autoRenew: true, abortOnLoss: true);
$a->acquire();
$b->acquire();
await_renewals(2);
pause(0.05);
$messages = [];
for ($n = 0; $n < 3; $n++) {
    try {
        $n === 0 && $redis->connect()->ask('DEL', 'a', 'b');
        compute(0.3);
    } catch (RedisLockLostException $exception) {
        $messages[] = str_replace($redis->address, '<server>', $exception->getMessage());
    }
}
sort($messages);
say('thrown', $messages);
?>
--EXPECT--
thrown: ["Lock \"a\" on <server> was lost","Lock \"b\" on <server> was lost"]
