--TEST--
However a forked child ends, its parent's lock stays held, the server receives nothing, and the parent continues
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/forks.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 600.0, server: $redis->address);
$lock->acquire();
$token = $lock->getToken();
$idle = new RedisLock('idle', server: $redis->address);
$redis->connect(); // the test's own
$redis->ask('PING');
$ends = [
    'exit' => fn() => exit(0),
    'unset' => function () use (&$lock) { unset($GLOBALS['lock']); $lock = null; exit(0); },
    'fatal error' => function () { register_shutdown_function(fn() => exit(0)); ini_set('display_errors', '0'); @trigger_error('', E_USER_ERROR); },
    'exception' => function () { register_shutdown_function(fn() => exit(0)); ini_set('display_errors', '0'); throw new LogicException(); },
    'kill' => function () { exec('kill -9 ' . getmypid()); },
];
foreach ($ends as $way => $end) {
    $clients = $redis->clients();
    $redis->ask('CONFIG', 'RESETSTAT');
    $said = in_child(fn() => null, $end);
    say($way, trim(str_replace('status 9', 'SIGKILL', $said)));
    say('  commands', $redis->commands());
    say('  clients', $redis->clients() === $clients);
    say('  key', $redis->ask('GET', 'k') === $token);
    say('  held, owned', [$lock->isHeld(), $lock->isOwned()]);
}
say('released', $lock->release());
say('connections, reconnects', [RedisLock::stats()['connections'], RedisLock::stats()['reconnects']]);
?>
--EXPECT--
exit: ""
  commands: []
  clients: true
  key: true
  held, owned: [true,true]
unset: ""
  commands: []
  clients: true
  key: true
  held, owned: [true,true]
fatal error: ""
  commands: []
  clients: true
  key: true
  held, owned: [true,true]
exception: ""
  commands: []
  clients: true
  key: true
  held, owned: [true,true]
kill: "the child ended with SIGKILL"
  commands: []
  clients: true
  key: true
  held, owned: [true,true]
released: true
connections, reconnects: [1,0]
