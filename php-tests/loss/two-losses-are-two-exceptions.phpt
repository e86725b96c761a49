--TEST--
If two locks are lost at once, abortOnLoss throws two exceptions, one after the other, and PHP continues
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
// PHP does not check for interrupts from the beginning of `catch` until it is back in `try`.
try {
    $redis->connect()->ask('DEL', 'a', 'b');
    more:
    while (count($messages) < 2) {
        compute(0.001);
    }
    compute(0.2);
} catch (RedisLockLostException $exception) {
    $messages[] = $exception->getMessage();
    goto more;
}
$messages = str_replace($redis->address, '<server>', $messages);
sort($messages);
say('thrown', $messages);
?>
--EXPECT--
thrown: ["Lock \"a\" on <server> was lost: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it","Lock \"b\" on <server> was lost: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"]
