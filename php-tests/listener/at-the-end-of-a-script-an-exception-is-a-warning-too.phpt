--TEST--
Also where no code of the script runs any more, an exception of the listener is a warning, and all locks are released
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$code = <<<'PHP'
RedisLock::listen(function (RedisLockEvent $event) {
    $event->type === 'released' && throw new LogicException("of $event->type");
});
foreach (['a', 'b', 'c'] as $key) {
    $locks[] = $lock = new RedisLock($key, server: $argv[1]);
    $lock->acquire();
}
PHP;
$endings = ['' => 'the end', 'throw new Exception("thrown");' => 'an exception', 'exit;' => 'exit', 'no_such_function();' => 'an error'];
foreach ($endings as $ending => $name) {
    $output = child("$code $ending", [$redis->address])->finish();
    preg_match('/Fatal error: .*?(?=:| in | of |\()/', $output, $fatal);
    $warnings = preg_match_all('/Warning: .*threw LogicException: of released in/', $output);
    say($name, [$fatal, $warnings, $redis->ask('EXISTS', 'a', 'b', 'c')]);
}
// After a fatal error PHP calls no destructor, and no listener.
$output = child("$code set_time_limit(1); while (true);", [$redis->address])->finish();
say('the time limit', [str_contains($output, 'Maximum execution time'), str_contains($output, 'LogicException'), $redis->ask('EXISTS', 'a', 'b', 'c')]);

function child(string $code, array $arguments): PhpChild
{
    return PhpChild::start($code, $arguments, mergeErrors: true);
}
?>
--EXPECT--
the end: [[],3,0]
an exception: [["Fatal error: Uncaught Exception"],3,0]
exit: [[],3,0]
an error: [["Fatal error: Uncaught Error"],3,0]
the time limit: [true,false,0]
