--TEST--
A panic in the extension becomes a PHP Error, prints nothing, and later calls work
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

// No server and no caller can make it panic. The operating system can, when it has no random numbers: strace sees to
// that, from the twentieth time on.
$redis = RedisServer::start();
file_put_contents("$redis->directory/script.php", <<<'PHP'
    <?php
    require $argv[2];
    $lock = new RedisLock('k', server: $argv[1]);
    $acquired = 0;
    try {
        while ($acquired < 20 && $lock->acquire()) {
            $acquired++;
            $lock->release();
        }
    } catch (Error $error) {
        say('an Error', str_starts_with($error->getMessage(), "Rust panic: the operating system's random number generator works"));
        say('from here', $error->getFile() === __FILE__);
    }
    say('acquired before', $acquired > 0);
    say('the same in synchronized()', thrown(fn() => $lock->synchronized(fn() => 'worked')) === thrown($lock->acquire(...)));
    say('held', $lock->isHeld());
    say('locked', $lock->isLocked());
    echo "alive\n";
    PHP);
$process = proc_open(
    ['strace', '-f', '-o', "$redis->directory/strace", '-e', 'trace=getrandom', '-e', 'inject=getrandom:error=EIO:when=20+',
        PhpChild::php(), '-n', '-d', 'extension=' . PhpChild::extension(), "$redis->directory/script.php", $redis->address, __DIR__ . '/../inc/bootstrap.php'],
    [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]],
    $pipes,
);
echo stream_get_contents($pipes[1]);
say('exit code', proc_close($process));
?>
--EXPECT--
an Error: true
from here: true
acquired before: true
the same in synchronized(): true
held: false
locked: false
alive
exit code: 0
