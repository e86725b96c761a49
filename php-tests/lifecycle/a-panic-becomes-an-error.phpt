--TEST--
A panic in the extension becomes a PHP Error, prints nothing, and later calls work
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('a C compiler'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

// No server and no caller can make it panic. The operating system can, when it has no random numbers: from the twentieth
// time on it seems to have none.
$redis = RedisServer::start();
file_put_contents("$redis->directory/none.c", <<<'C'
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    ssize_t getrandom(void *bytes, size_t length, unsigned flags)
    {
        static int calls = 0;

        if (++calls < 20) {
            return syscall(SYS_getrandom, bytes, length, flags);
        }
        errno = EIO;
        return -1;
    }

    /* PHP has extensions take libc's functions before all others. */
    void *dlopen(const char *file, int mode)
    {
        void *(*open)(const char *, int) = (void *(*)(const char *, int)) dlsym(RTLD_NEXT, "dlopen");

        return open(file, mode & ~RTLD_DEEPBIND);
    }
    C);
passthru("cc -shared -fPIC -o $redis->directory/none.so $redis->directory/none.c 2>&1");
$script = <<<'PHP'
    $lock = new RedisLock('k', server: $argv[1]);
    $acquired = 0;
    try {
        while ($acquired < 20 && $lock->acquire()) {
            $acquired++;
            $lock->release();
        }
    } catch (Error $error) {
        say('an Error', str_starts_with($error->getMessage(), "Rust panic: the operating system's random number generator works"));
        say('from here', $error->getFile() === 'Command line code');
    }
    say('acquired before', $acquired > 0);
    say('the same in synchronized()', thrown(fn() => $lock->synchronized(fn() => 'worked')) === thrown($lock->acquire(...)));
    say('held', $lock->isHeld());
    say('locked', $lock->isLocked());
    echo "alive\n";
    PHP;
$preloading = ['sh', '-c', 'LD_PRELOAD=$0 exec "$@"', "$redis->directory/none.so"];
$bootstrap = var_export(dirname(__DIR__) . '/inc/bootstrap.php', true);
$child = PhpChild::run(['-r', "require $bootstrap; $script", '--'], [$redis->address], mergeErrors: true, under: $preloading);
echo $child->finish();
say('exit code', $child->exitCode);
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
