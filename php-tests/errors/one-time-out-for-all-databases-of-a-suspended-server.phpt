--TEST--
Locks on several databases of one suspended server, also in lists of servers, end within one time-out
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$servers = array_map(fn() => RedisServer::start(), range(1, 3));
$timeout = 4.0;
$kinds = [
    'databases' => fn(int $n) => "{$servers[0]->address}?db=$n&read_timeout=$timeout",
    'lists' => fn(int $n) => array_map(fn(RedisServer $server) => "$server->address?db=$n&read_timeout=$timeout", $servers),
];
foreach ($kinds as $what => $server) {
    $locks = [];
    for ($n = 0; $n < 8; $n++) {
        $locks[] = $lock = new RedisLock('k', ttl: 60.0, server: $server($n));
        $lock->acquire() || throw new RuntimeException('not acquired');
    }
    unset($lock);
    array_map(fn(RedisServer $server) => $server->suspend(), $servers);
    $start = now();
    $locks = [];
    say($what, now() - $start < 4 * $timeout);
    array_map(fn(RedisServer $server) => $server->resume(), $servers);
}
?>
--EXPECT--
databases: true
lists: true
