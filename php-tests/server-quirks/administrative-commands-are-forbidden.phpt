--TEST--
Without permission for CLIENT, HELLO, CONFIG, COMMAND, INFO and ROLE, everything still works
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$commands = ['client', 'hello', 'config', 'command', 'info', 'role'];
foreach ([...array_map(fn(string $command) => [$command], $commands), $commands] as $forbidden) {
    $user = implode('-', $forbidden);
    $redis->ask('ACL', 'SETUSER', $user, 'on', '>p', '~*', '&*', '+@all', ...array_map(fn(string $command) => "-$command", $forbidden));
    $child = PhpChild::start(<<<'PHP'
        [, $server] = $argv;
        $lock = new RedisLock('k', ttl: 600.0, server: $server);
        $works = [
            $lock->acquire(), $lock->refresh(), $lock->isOwned(), $lock->isLocked(), $lock->release(),
            $lock->synchronized(fn() => true), $lock->acquire(), $lock->forceRelease(),
            (new RedisLock('f', fenced: true, server: $server))->acquire(),
            (new RedisLock('r', replicas: 0, server: $server, autoRenew: true, abortOnLoss: true))->acquire(),
        ];
        $short = new RedisLock('short', ttl: 0.3, server: $server);
        $short->acquire();
        $works[] = (new RedisLock('short', server: $server))->acquire();
        echo count(array_filter($works)), ' of ', count($works), ', errors ', RedisLock::stats()['errors'], ', reconnects ', RedisLock::stats()['reconnects'], "\n";
        PHP, ["$redis->address?user=$user&pass=p"]);
    echo implode(', ', $forbidden), ': ', $child->finish();
}
?>
--EXPECT--
client: 11 of 11, errors 0, reconnects 0
hello: 11 of 11, errors 0, reconnects 0
config: 11 of 11, errors 0, reconnects 0
command: 11 of 11, errors 0, reconnects 0
info: 11 of 11, errors 0, reconnects 0
role: 11 of 11, errors 0, reconnects 0
client, hello, config, command, info, role: 11 of 11, errors 0, reconnects 0
