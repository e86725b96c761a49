--TEST--
If a lock is lost while two servers of three are away, detach() refuses its token until its deletion has reached them
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('a C compiler', 'a PHP that is a program'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$directory = $servers[0]->directory;
// The clock of locks goes on by a minute when a file says so.
file_put_contents("$directory/later.c", <<<'C'
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdlib.h>
    #include <time.h>
    #include <unistd.h>
    int clock_gettime(clockid_t clock, struct timespec *now) {
        static int (*real)(clockid_t, struct timespec *);
        if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
        int outcome = real(clock, now);
        if (clock == CLOCK_BOOTTIME && getenv("LATER") && access(getenv("LATER"), F_OK) == 0) now->tv_sec += 70;
        return outcome;
    }
    C);
exec("cc -shared -fPIC -O1 -o $directory/later.so $directory/later.c -ldl 2>&1", $said, $failed);
$failed && exit(implode("\n", $said));
putenv("LATER=$directory/later");
putenv("LD_PRELOAD=$directory/later.so:" . PhpChild::extension());
$child = PhpChild::start(<<<'PHP'
    [, $addresses, $later] = $argv;
    $addresses = unserialize($addresses);
    $lock = new RedisLock('k', 0.5, 1.0, $addresses, autoRenew: true);
    echo json_encode($lock->acquire()), "\n";
    await('its end', fn() => !$lock->isHeld());
    echo json_encode($lock->release()), "\n";
    touch($later);
    echo json_encode(thrown(fn() => $lock->detach())), "\n";
    PHP, [serialize(addresses($servers, '?read_timeout=0.5&connect_timeout=0.5')), "$directory/later"]);
putenv('LD_PRELOAD');
say('acquired', json_decode($child->hear()));
[$servers[1]->stop(), $servers[2]->stop()];
say('released', json_decode($child->hear()));
echo preg_replace('/.* is not/', 'not', json_decode($child->hear())), "\n";
?>
--EXPECT--
acquired: true
released: false
not handed over: a deletion of its token had no answer and may still arrive; acquire it again
