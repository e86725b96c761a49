--TEST--
After a fatal error inside synchronized(), a shutdown function can use the object as before
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

foreach (['@trigger_error("", E_USER_ERROR);', 'eval("function twice() {} function twice() {}");', 'exit(0);', 'throw new LogicException();'] as $ending) {
    $redis = RedisServer::start();
    $child = PhpChild::start(<<<'PHP'
        ini_set('display_errors', '0');
        $lock = new RedisLock('k', ttl: 600.0, server: $argv[1]);
        register_shutdown_function(function () use ($lock) {
            say('held', $lock->isHeld());
            say('locked', $lock->isLocked());
            say('synchronized', $lock->synchronized(fn() => 'worked'));
            say('acquired', $lock->acquire());
        });
        $lock->synchronized(function () use ($argv) { eval($argv[2]); });
        PHP, [$redis->address, $ending], mergeErrors: true);
    echo "$ending\n", $child->finish();
    say('key', $redis->ask('EXISTS', 'k'));
}
?>
--EXPECT--
@trigger_error("", E_USER_ERROR);
held: false
locked: false
synchronized: "worked"
acquired: true
key: 0
eval("function twice() {} function twice() {}");
held: false
locked: false
synchronized: "worked"
acquired: true
key: 0
exit(0);
held: false
locked: false
synchronized: "worked"
acquired: true
key: 0
throw new LogicException();
held: false
locked: false
synchronized: "worked"
acquired: true
key: 0
