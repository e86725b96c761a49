--TEST--
A type or a host of 200,000 bytes with control characters, as a server or a sentinel returns it, is escaped and cut to 200 bytes
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$long = str_repeat("evil\x1b[31m ", 20_000);
$redis = RedisServer::start();
$redis->ask('LPUSH', 'k', 'element');
$proxy = FaultProxy::before($redis);
$proxy->on('TYPE', 'say', "+$long\r\n");
$sentinel = RedisServer::start(tcp: true);
$mock = FaultProxy::byTcp($sentinel);
$mock->always('SENTINEL', 'say', "*2\r\n\$" . strlen($long) . "\r\n$long\r\n\$4\r\n6379\r\n");
$calls = [
    'TYPE' => fn() => (new RedisLock('k', wait: 0.0, server: $proxy->address))->synchronized(fn() => null),
    'a host' => fn() => (new RedisLock('k', wait: 0.0, server: str_replace('redis:', 'redis-sentinel:', $mock->address) . '/m'))->acquire(),
];
foreach ($calls as $what => $call) {
    $message = thrown($call);
    say("$what: quoted", str_contains($message, 'evil'));
    say('  short', strlen($message) < 700);
    say('  escaped', preg_match('/[\x00-\x1f]/', $message) === 0);
}
?>
--EXPECT--
TYPE: quoted: true
  short: true
  escaped: true
a host: quoted: true
  short: true
  escaped: true
