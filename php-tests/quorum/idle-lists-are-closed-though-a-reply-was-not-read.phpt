--TEST--
A worker with a user per tenant on a list of servers keeps no connection open to servers whose replies a majority did not need
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$servers = array_map(fn() => RedisServer::start(), range(1, 3));
foreach ($servers as $server) {
    for ($tenant = 0; $tenant < 150; $tenant++) {
        $server->ask('ACL', 'SETUSER', "tenant$tenant", 'on', '>secret', '~*', '+@all');
    }
}
$sockets = fn() => count(array_filter(scandir('/proc/self/fd'), fn(string $fd) => str_starts_with((string) @readlink("/proc/self/fd/$fd"), 'socket:')));
$before = $sockets();
$most = 0;
for ($tenant = 0; $tenant < 150; $tenant++) {
    $addresses = array_map(fn(RedisServer $server) => "$server->address?user=tenant$tenant&pass=secret", $servers);
    $lock = new RedisLock('k', server: $addresses);
    $lock->acquire() && $lock->release() || throw new RuntimeException('not acquired');
    $most = max($most, $sockets() - $before);
}
// Sixteen lists may be idle, and the last one may still be heard.
say('at most', $most <= 3 * 20 ?: $most);
?>
--EXPECT--
at most: true
