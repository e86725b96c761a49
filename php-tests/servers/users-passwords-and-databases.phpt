--TEST--
Users, passwords and databases take effect, over TCP and Unix sockets
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start(['requirepass' => 'of default'], tcp: true);
$redis->ask('AUTH', 'of default');
$redis->ask('ACL', 'SETUSER', 'app', 'on', '>p@ss/w?rd#1', 'allkeys', '+@all');
$addresses = [
    'TCP, default user' => [$redis->tcpAddress(':of%20default'), 0, 'default'],
    'TCP, default user by name' => [$redis->tcpAddress('default:of%20default', '/1'), 1, 'default'],
    'TCP, user and database' => [$redis->tcpAddress('app:p%40ss%2Fw%3Frd%231', '/2'), 2, 'app'],
    'TCP, with timeouts' => [$redis->tcpAddress('app:p%40ss%2Fw%3Frd%231', '/3?read_timeout=5&connect_timeout=5'), 3, 'app'],
    'Unix, default user' => ["unix://$redis->socket?pass=of%20default", 0, 'default'],
    'Unix, user and database' => ["unix://$redis->socket?user=app&pass=p%40ss/w?rd%231&db=4", 4, 'app'],
    'redis+unix' => ["redis+unix://$redis->socket?db=15&user=app&pass=p%40ss%2Fw%3Frd%231&read_timeout=5", 15, 'app'],
];
foreach ($addresses as $what => [$address, $database, $user]) {
    $lock = new RedisLock("lock of $what", server: $address);
    $before = $redis->clients();
    $result = ['acquired' => $lock->acquire()];
    preg_match_all('/^id=(\d+).* db=(\d+) .* user=(\S+)/m', $redis->ask('CLIENT', 'LIST'), $clients, PREG_SET_ORDER);
    foreach ($clients as [, $id, $clientDatabase, $clientUser]) {
        if (!in_array($id, [...$before, (string) $redis->ask('CLIENT', 'ID')], true)) {
            $result += ['database' => (int) $clientDatabase, 'user' => $clientUser];
        }
    }
    $redis->ask('SELECT', $database);
    $result['key is there'] = $redis->ask('GET', "lock of $what") === $lock->getToken();
    $result['as expected'] = $result['database'] === $database && $result['user'] === $user;
    say($what, $result);
}
$redis->killClients();
say('after a reconnect', [$lock->refresh(), $lock->isOwned(), $lock->release()]);
?>
--EXPECT--
TCP, default user: {"acquired":true,"database":0,"user":"default","key is there":true,"as expected":true}
TCP, default user by name: {"acquired":true,"database":1,"user":"default","key is there":true,"as expected":true}
TCP, user and database: {"acquired":true,"database":2,"user":"app","key is there":true,"as expected":true}
TCP, with timeouts: {"acquired":true,"database":3,"user":"app","key is there":true,"as expected":true}
Unix, default user: {"acquired":true,"database":0,"user":"default","key is there":true,"as expected":true}
Unix, user and database: {"acquired":true,"database":4,"user":"app","key is there":true,"as expected":true}
redis+unix: {"acquired":true,"database":15,"user":"app","key is there":true,"as expected":true}
after a reconnect: [true,true,true]
