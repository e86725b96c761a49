--TEST--
If the machine sleeps for longer than the lease, the lease is over when the machine wakes, and abortOnLoss throws within moments
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('a C compiler', 'a PHP that is a program'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
// A process sees a suspend-to-RAM by its clocks: CLOCK_MONOTONIC has stood still, CLOCK_BOOTTIME has not.
file_put_contents("$redis->directory/sleep.c", <<<'C'
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/stat.h>
    #include <time.h>
    int clock_gettime(clockid_t clock, struct timespec *now) {
        static int (*real)(clockid_t, struct timespec *);
        struct stat slept;
        if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
        int outcome = real(clock, now);
        if (clock == CLOCK_BOOTTIME && getenv("SLEPT") && stat(getenv("SLEPT"), &slept) == 0) now->tv_sec += slept.st_size;
        return outcome;
    }
    C);
exec("cc -shared -fPIC -O1 -o $redis->directory/sleep.so $redis->directory/sleep.c -ldl 2>&1", $said, $failed);
$failed && exit(implode("\n", $said));
putenv("SLEPT=$redis->directory/slept");
// PHP binds an extension's calls to the system's functions, unless this library is loaded before.
putenv("LD_PRELOAD=$redis->directory/sleep.so:" . PhpChild::extension());
$code = <<<'PHP'
    [, $address, $file] = $argv;
    $locks = array_map(fn(bool $abort) => new RedisLock('k' . (int) $abort, ttl: 100.0, server: $address, abortOnLoss: $abort), [false, true]);
    say('acquired', array_map(fn(RedisLock $lock) => $lock->acquire(), $locks));
    usleep(100_000); // the thread has gone to sleep as well
    file_put_contents($file, str_repeat('.', 50)); // so many seconds
    say('held after half of the lease', $locks[0]->isHeld());
    say('what is left', $locks[0]->getRemaining() < 50.0);
    file_put_contents($file, str_repeat('.', 100));
    say('held after all of it', [$locks[0]->isHeld(), $locks[0]->getRemaining()]);
    try {
        for ($end = now() + 20.0; now() < $end;);
        echo "not told\n";
    } catch (RedisLockLostException) {
        echo "told\n";
    }
    PHP;
echo PhpChild::start($code, [$redis->address, "$redis->directory/slept"])->finish();
?>
--EXPECT--
acquired: [true,true]
held after half of the lease: true
what is left: true
held after all of it: [false,0.0]
told
