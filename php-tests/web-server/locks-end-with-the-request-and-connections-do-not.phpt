--TEST--
A worker releases its locks at the end of each request, however it ends, and keeps its connection
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/WebServer.php';

$redis = RedisServer::start();
$web = new WebServer($redis->directory, <<<'PHP'
    ini_set('display_errors', '0');
    final class Keeper { public static ?RedisLock $lock = null; }
    $lock = new RedisLock('k', ttl: 600.0);
    if ($_GET['ending'] === 'stats') {
        exit(json_encode(RedisLock::stats()));
    }
    say('acquired', $lock->tryAcquire());
    say('the only one', (new RedisLock('k'))->tryAcquire());
    Keeper::$lock = $lock;
    $end = fn() => eval($_GET['ending']);
    isset($_GET['inside']) ? $lock->synchronized($end) : $end();
    PHP, ['redislock.server' => $redis->address]);
$endings = [
    'nothing' => '',
    'exit' => 'exit;',
    'exception' => 'throw new LogicException();',
    'user error' => '@trigger_error("", E_USER_ERROR);',
    'fatal error' => 'eval("function twice() {} function twice() {}");',
    'undefined function' => 'no_such_function();',
    'memory limit' => 'ini_set("memory_limit", "16M"); str_repeat("x", 1 << 28);',
    'time limit' => 'set_time_limit(1); while (true);',
    'nothing again' => '',
];
if (is_slow()) {
    unset($endings['memory limit']);
}
foreach ($endings as $what => $ending) {
    $said = $web->request(ending: $ending) . $web->request(ending: $ending, inside: 'yes');
    if ($said !== str_repeat("acquired: true\nthe only one: false\n", 2)) {
        say($what, $said);
    }
    // The answer comes before the request's end.
    await("the release after: $what", fn() => $redis->ask('EXISTS', 'k') === 0);
}
$stats = json_decode($web->request(ending: 'stats'), true);
say('counted', [$stats['acquired'] === 2 * count($endings), $stats['released'] === 2 * count($endings), $stats['lost'], $stats['errors']]);
say('connections, reconnects', [$stats['connections'], $stats['reconnects']]);
say('clients of the server', count($redis->clients()));
?>
--EXPECT--
counted: [true,true,0,0]
connections, reconnects: [1,0]
clients of the server: 1
