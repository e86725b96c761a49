--TEST--
exit() inside the work of a lost lock exits, and nothing is printed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$child = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', server: $argv[1]);
    try {
        $lock->synchronized(function () use ($argv) {
            (new RedisLock('k', server: $argv[1]))->forceRelease();
            exit(4);
        });
    } catch (Throwable $exception) {
        echo "caught ", $exception::class, "\n";
    } finally {
        echo "finally\n";
    }
    PHP, [$redis->address], mergeErrors: true);
say('said', $child->finish());
say('exit code', $child->exitCode);
?>
--EXPECT--
said: ""
exit code: 4
