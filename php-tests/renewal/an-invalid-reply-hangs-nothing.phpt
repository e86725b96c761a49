--TEST--
If renewals get other replies than 0 or 1, the lock is lost at its lease's end, other locks work, and the rate of requests is limited
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(0.6);
$answers = ['a word' => "+OK\r\n", 'another number' => ":7\r\n", 'nothing' => "$-1\r\n", 'a list' => "*0\r\n", 'one too many' => ":1\r\n:1\r\n", 'no Redis' => "HTTP/1.1 200 OK\r\n"];
foreach ($answers as $what => $answer) {
    $redis->ask('FLUSHALL');
    $proxy = FaultProxy::before($redis);
    $lock = new RedisLock('k', ttl: $ttl, server: $proxy->address, autoRenew: true);
    $lock->acquire();
    await_renewals();
    $proxy->seen();
    $proxy->always('EVALSHA', 'say', $answer)->always('EVAL', 'say', $answer);
    $end = 0.0;
    $stop = now() + 1.2 * $ttl; // each answer that is one too many comes with one that is right
    while (now() < $stop && $lock->isHeld()) {
        $end = max($end, now() + $lock->getRemaining());
        usleep(1_000);
    }
    say("$what: held to the end", now() > $end - 0.005 || $lock->isHeld());
    $lines = count(array_keys($proxy->seenNames(), 'HELLO'));
    say('  asked again, and not too often', $lines >= 1 && $lines < 20 * $ttl ?: $lines);
    $proxy->reset();
    $start = now();
    $lock->release();
    say('  released in time', now() - $start < time_for(1.0));
    $other = new RedisLock('other', ttl: $ttl, server: $proxy->address, autoRenew: true);
    $other->acquire();
    await_renewals(2);
    say('  another is renewed', $other->isHeld() && $other->release());
}
?>
--EXPECT--
a word: held to the end: true
  asked again, and not too often: true
  released in time: true
  another is renewed: true
another number: held to the end: true
  asked again, and not too often: true
  released in time: true
  another is renewed: true
nothing: held to the end: true
  asked again, and not too often: true
  released in time: true
  another is renewed: true
a list: held to the end: true
  asked again, and not too often: true
  released in time: true
  another is renewed: true
one too many: held to the end: true
  asked again, and not too often: true
  released in time: true
  another is renewed: true
no Redis: held to the end: true
  asked again, and not too often: true
  released in time: true
  another is renewed: true
