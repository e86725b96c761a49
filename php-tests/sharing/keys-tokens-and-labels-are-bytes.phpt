--TEST--
Keys and tokens of shared locks and semaphores are bytes, with braces, zeros and line ends among them
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
foreach (["a\0b", "\r\n", "\xff\xfe", 'a}b', '{a}b', '{', '}', '', str_repeat('k', 65_536)] as $n => $name) {
    $key = "k$name";
    $key = substr($key, 0, 65_536);
    $token = "t:\0:$name";
    $token = substr($token, 0, 65_536);
    $one = reader($redis, key: $key);
    $two = reader($redis, key: $key, token: $token);
    $said = [$one->acquire(), $two->acquire(), sharers($redis, $key) !== [] && isset(sharers($redis, $key)["1:$token"]), writer($redis, key: $key)->acquire(0.01), $two->isOwned(), $one->release(), $two->release()];
    $permit = semaphore($redis, 3, key: $key, token: $token, weight: 2);
    $other = semaphore($redis, 3, key: $key, weight: 2);
    array_push($said, $permit->acquire(), $other->acquire(0.01), $permit->getHolders()[0]->isOwn, $permit->getFree() === 1, $permit->release());
    $said === [true, true, true, false, true, true, true, true, false, true, true, true] || say("key $n", $said);
    await('the end of the helpers', fn() => array_diff($redis->locks(), []) === []);
}
say('in a message', preg_replace('/ on unix:.*/', '', thrown(fn() => semaphore($redis, 1, key: "a\0b\n")->detach())));
?>
--EXPECT--
in a message: "RedisLockException: Semaphore \"a\\x00b\\n\""
