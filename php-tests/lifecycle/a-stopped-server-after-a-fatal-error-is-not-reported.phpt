--TEST--
If the server has stopped, locks are dropped without a further message after a fatal error, also inside synchronized()
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$endings = [
    'exit' => 'exit(5);',
    'fatal error' => '@trigger_error("the only words", E_USER_ERROR);',
    'exception' => 'throw new LogicException("the only words");',
];
foreach ($endings as $what => $ending) {
    foreach (['$lock->acquire(); $work();', '$lock->synchronized($work);'] as $how) {
        $redis = RedisServer::start();
        $child = PhpChild::start(<<<'PHP'
            $lock = new RedisLock('k', ttl: 600.0, server: $argv[1]);
            $work = function () use ($argv) { echo "held\n"; hear(); eval($argv[2]); };
            eval($argv[3]);
            PHP, [$redis->address, $ending, $how], mergeErrors: true);
        $child->hear();
        $redis->stop();
        preg_match_all('/error|warning|notice|exception|redislock/i', preg_replace('/\n(Stack trace|#\d|  thrown).*/', '', $child->finish()), $words);
        say("$what, $how", $words[0]);
        say('exit code', $child->exitCode);
    }
}
?>
--EXPECT--
exit, $lock->acquire(); $work();: []
exit code: 5
exit, $lock->synchronized($work);: []
exit code: 5
fatal error, $lock->acquire(); $work();: ["error"]
exit code: 255
fatal error, $lock->synchronized($work);: ["error"]
exit code: 255
exception, $lock->acquire(); $work();: ["error","Exception"]
exit code: 255
exception, $lock->synchronized($work);: ["error","Exception"]
exit code: 255
