--TEST--
A user that may not use the server's native commands, or ask for them, works by scripts, with the same results
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = SingleServer::tcp(getenv('REDISLOCK_PROGRAM'))->node;
[$delex] = $redis->ask('COMMAND', 'INFO', 'DELEX', 'DELIFEQ');
$own = $delex ? 'delex' : 'delifeq';
$users = ['everything' => [], 'no command of its own' => ["-$own"], 'no COMMAND' => ['-command'], 'no scripts' => ['-eval', '-evalsha']];
foreach ($users as $what => $rules) {
    $redis->ask('ACL', 'SETUSER', $user = strtr($what, ' ', '-'), 'on', '>p', '~*', '&*', '+@all', ...$rules);
    $server = "redis://$user:p@127.0.0.1:$redis->port";
    $lock = new RedisLock('k', ttl: 600.0, server: $server);
    $refresh = fn(RedisLock $lock) => $what === 'no scripts' || $lock->refresh(); // a script, on every server
    say($what, [$lock->acquire(), $refresh($lock), $lock->isHeld(), $lock->release(), $redis->ask('EXISTS', 'k'), $lock->tryAcquire(), $lock->release()]);
    $redis->ask('SET', 'foreign', 'another-client');
    $redis->ask('LPUSH', 'list', 'a');
    $claim = fn(string $key) => RedisLock::restore($key, bin2hex(random_bytes(16)), server: $server);
    // Redis has the same word for a wrong type as for a command that it does not know: that takes a script to tell.
    foreach ($what === 'no scripts' ? ['foreign', 'expired'] : ['foreign', 'list', 'expired'] as $key) {
        say($key, [$what !== 'no scripts' && $claim($key)->refresh(), $claim($key)->release(), $redis->ask('TYPE', $key)]);
    }
    // None of these replies makes the client use scripts.
    $redis->ask('CONFIG', 'RESETSTAT');
    $lock->acquire() && $lock->release();
    $stats = $redis->ask('INFO', 'commandstats');
    say('by', [
        'its own' => preg_match("/^cmdstat_$own:calls=\\d+,.*rejected_calls=0,failed_calls=0\r$/m", $stats) === 1,
        'scripts' => preg_match('/^cmdstat_evalsha/m', $stats) === 1,
    ]);
}
say('errors', RedisLock::stats()['errors']);
?>
--EXPECT--
everything: [true,true,true,true,0,true,true]
foreign: [false,false,"string"]
list: [false,false,"list"]
expired: [false,false,"none"]
by: {"its own":true,"scripts":false}
no command of its own: [true,true,true,true,0,true,true]
foreign: [false,false,"string"]
list: [false,false,"list"]
expired: [false,false,"none"]
by: {"its own":false,"scripts":true}
no COMMAND: [true,true,true,true,0,true,true]
foreign: [false,false,"string"]
list: [false,false,"list"]
expired: [false,false,"none"]
by: {"its own":false,"scripts":true}
no scripts: [true,true,true,true,0,true,true]
foreign: [false,false,"string"]
expired: [false,false,"none"]
by: {"its own":true,"scripts":false}
errors: 0
