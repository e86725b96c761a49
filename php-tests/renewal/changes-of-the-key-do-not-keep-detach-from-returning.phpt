--TEST--
detach() returns although every reply to a renewal comes with an invalidation message, or is NOSCRIPT
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$change = ">2\r\n$10\r\ninvalidate\r\n*1\r\n$1\r\nk\r\n";
$unknown = "-NOSCRIPT No matching script.\r\n";
foreach (['changed' => "$change:1\r\n$change", 'unknown' => $unknown] as $what => $answer) {
    $proxy = FaultProxy::before($redis);
    $proxy->always('EVALSHA', 'say', $answer)->always('EVAL', 'say', $answer);
    for ($n = 0; $n < 20; $n++) {
        $lock = new RedisLock('k', ttl: 30.0, server: $proxy->address, autoRenew: true);
        $lock->acquire();
        await('a renewal', fn() => array_intersect($proxy->seenNames(), ['EVALSHA', 'EVAL']));
        pause(0.01);
        $start = now();
        $lock->detach();
        $longest = max($longest ?? 0.0, now() - $start);
        $redis->ask('DEL', 'k');
    }
    say("$what: in time", $longest < time_for(1.0) ?: $longest);
}
?>
--EXPECT--
changed: in time: true
unknown: in time: true
