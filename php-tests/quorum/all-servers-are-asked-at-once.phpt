--TEST--
Five slow servers, or the three that are left of them, take no longer than one, because all are asked before the first replies
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(5);
$proxies = array_map(FaultProxy::before(...), $servers);
foreach ($proxies as $proxy) {
    $proxy->always('*', 'delay', 0.2);
}
$cycles = function (string|array $server): float {
    $lock = new RedisLock('k', ttl: 60.0, server: $server);
    $times = [];
    for ($n = 0; $n < 3; $n++) {
        $start = now();
        $lock->acquire() && $lock->release() || throw new RuntimeException('not acquired');
        $times[] = now() - $start;
    }
    sort($times);
    return $times[1];
};
$one = $cycles($proxies[0]->address);
$addresses = array_map(fn($proxy) => "$proxy->address?read_timeout=60", $proxies);
$five = $cycles($addresses);
say('as long as one', $five <= 2.5 * $one ?: $five / $one);

$gone = [$proxies[1]->address, $proxies[3]->address];
unset($proxies[1], $proxies[3]);
foreach ($gone as $address) {
    await('an unused port', fn() => @stream_socket_client($address) === false);
}
$three = $cycles($addresses);
say('as long as five', $three <= 2 * $five ?: $three / $five);
?>
--EXPECT--
as long as one: true
as long as five: true
