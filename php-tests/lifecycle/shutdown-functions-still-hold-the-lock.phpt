--TEST--
Shutdown functions and destructors run while the lock is still held, and may use it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$endings = [
    'end of script' => '',
    'exit' => 'exit(3);',
    'exception' => 'throw new LogicException();',
    'fatal error' => '@trigger_error("", E_USER_ERROR);',
];
foreach ($endings as $what => $ending) {
    $redis = RedisServer::start();
    $child = PhpChild::start(<<<'PHP'
        ini_set('display_errors', '0');
        final class Last
        {
            public function __construct(private RedisLock $lock) {}
            public function __destruct() { say('destructor: owned, released', [$this->lock->isOwned(), $this->lock->release()]); }
        }
        $lock = new RedisLock('k', server: $argv[1]);
        $other = new RedisLock('other', server: $argv[1]);
        $lock->acquire();
        $other->acquire();
        $last = new Last($lock);
        register_shutdown_function(function () use ($lock, $other) {
            say('shutdown: held, owned, refreshed', [$lock->isHeld(), $lock->isOwned(), $lock->refresh()]);
            say('shutdown: released, acquired again', [$other->release(), $other->acquire()]);
            say('shutdown: synchronized', (new RedisLock('third', server: $GLOBALS['argv'][1]))->synchronized(fn() => 'worked'));
        });
        eval($argv[2]);
        PHP, [$redis->address, $ending], mergeErrors: true);
    echo "$what:\n", $child->finish();
    say('keys left', $redis->ask('KEYS', '*'));
}
?>
--EXPECT--
end of script:
shutdown: held, owned, refreshed: [true,true,true]
shutdown: released, acquired again: [true,true]
shutdown: synchronized: "worked"
destructor: owned, released: [true,true]
keys left: []
exit:
shutdown: held, owned, refreshed: [true,true,true]
shutdown: released, acquired again: [true,true]
shutdown: synchronized: "worked"
destructor: owned, released: [true,true]
keys left: []
exception:
shutdown: held, owned, refreshed: [true,true,true]
shutdown: released, acquired again: [true,true]
shutdown: synchronized: "worked"
destructor: owned, released: [true,true]
keys left: []
fatal error:
shutdown: held, owned, refreshed: [true,true,true]
shutdown: released, acquired again: [true,true]
shutdown: synchronized: "worked"
keys left: []
