--TEST--
If RESP3, tracking, BLPOP, SET with NX and GET, or the queue's keys are not available, waiters sleep and retry, and phpinfo() says why
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$users = [
    'no CLIENT' => '-client',
    'no CLIENT TRACKING' => '-client|tracking',
    'no BLPOP' => '-blpop',
    'no LPUSH' => '-lpush',
    'only the key of the lock' => 'resetkeys ~k',
];
$servers = [
    'RESP2 only' => ['HELLO', 'say', "-NOPROTO unsupported protocol version\r\n"],
    'no HELLO' => ['HELLO', 'say', "-ERR unknown command 'HELLO'\r\n"],
    'no HELLO, and no word' => ['HELLO', 'refuse'],
    'no tracking' => ['CLIENT', 'say', "-ERR unknown subcommand or wrong number of arguments for 'TRACKING'. Try CLIENT HELP.\r\n"],
    'an answer of another kind' => ['HELLO', 'say', "+OK\r\n"],
    'no room for another connection' => ['HELLO', 'say', "-ERR max number of clients reached\r\n"],
];
$addresses = [];
foreach ($users as $name => $rules) {
    $redis->ask('ACL', 'SETUSER', $user = bin2hex($name), 'on', '>secret', '~*', '&*', '+@all', ...explode(' ', $rules));
    $addresses[$name] = "$redis->address?user=$user&pass=secret";
}
$proxies = [];
foreach ($servers as $name => $fault) {
    $proxies[] = $proxy = FaultProxy::before($redis);
    $proxy->always(...$fault);
    $addresses[$name] = $proxy->address;
}
$code = <<<'PHP'
    [, $address] = $argv;
    $lock = new RedisLock('k', wait: 60.0, retryInterval: 0.02, server: $address);
    hear();
    for ($n = 0; $n < 2; $n++) {
        $lock->acquire() && $lock->release() || exit('not acquired');
        echo "done\n";
        hear();
    }
    ob_start();
    phpinfo(INFO_MODULES);
    preg_match('/^Waits => in the queue: \d+, by sleep and retry: (\d+) \((.*)\)/m', ob_get_clean(), $found);
    echo $found[2], "\n";
    $found[1] > 0 && RedisLock::stats()['attempts'] > 4 && RedisLock::stats()['errors'] === 0 || print_r(RedisLock::stats());
    PHP;
foreach ($addresses as $what => $address) {
    $waiter = PhpChild::start($code, [$address]);
    for ($round = 0; $round < 2; $round++) {
        $redis->ask('SET', 'k', 'another-client');
        $redis->ask('CONFIG', 'RESETSTAT');
        $waiter->tell('go');
        // The first two learn of it only when they take the lock, or find both seats taken.
        $what === 'no BLPOP' && $redis->ask('MSET', '{k}:redislock:seat1', '1:0:0:a', '{k}:redislock:seat2', '2:0:0:b');
        await('it to try and try again', fn() => ($redis->commands()['pttl'] ?? 0) > ($what === 'no LPUSH' && $round === 0 ? 0 : 4));
        $redis->ask('DEL', 'k');
        $waiter->hear();
        clear_queue($redis);
    }
    $waiter->tell('end');
    [$reason, $complaints] = explode("\n", $waiter->finish(), 2);
    echo "$what: ", substr(explode(' script: ', neutral_message($reason))[0], 0, 80), "\n", $complaints;
}
await('nothing but what expires', fn() => $redis->locks() === []);
?>
--EXPECT--
no CLIENT: NOPERM this user has no permissions to run the 'client|tracking' command
no CLIENT TRACKING: NOPERM this user has no permissions to run the 'client|tracking' command
no BLPOP: NOPERM this user has no permissions to run the 'blpop' command
no LPUSH: ERR The user executing the script can't run this command or subcommand
only the key of the lock: NOPERM this user has no permissions to access one of the keys used as arguments
RESP2 only: NOPROTO unsupported protocol version
no HELLO: ERR unknown command 'HELLO'
no HELLO, and no word: the server closed the connection
no tracking: ERR unknown subcommand or wrong number of arguments for 'TRACKING'. Try CLIENT H
an answer of another kind: unexpected reply ok
no room for another connection: ERR max number of clients reached
