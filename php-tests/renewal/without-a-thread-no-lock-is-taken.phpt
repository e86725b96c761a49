--TEST--
If no thread can be started, a lock with autoRenew is refused, and nothing remains on the server; later it works
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; fileowner('/proc/self') === 0 && needs('posix'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/needs.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start(tcp: true);
// The limit does not bind root.
$isRoot = fileowner('/proc/self') === 0;
$extensions = [PhpChild::extension(), ...($isRoot ? posix() : [])];
$child = PhpChild::start(<<<'PHP'
    [, $address, $isRoot] = $argv;
    // The other user may not enter this folder, which shells would, of a PHP with threads.
    chdir('/');
    $isRoot && (posix_setuid(54_321) || exit("still root\n"));
    $lock = new RedisLock('k', server: $address, autoRenew: true);
    $plain = new RedisLock('plain', server: $address);
    $plain->acquire();
    // The limit counts this process and the shell that will take it away; to begin another one is no longer possible.
    $prlimit = 'exec prlimit --pid ' . getmypid() . ' --nproc=';
    preg_match('/^Max processes +(\w+)/m', file_get_contents('/proc/self/limits'), $usual);
    $helper = proc_open(['sh', '-c', "read line; $prlimit$usual[1]:"], [['pipe', 'r'], STDERR, STDERR], $pipes);
    exec("{$prlimit}2:", result_code: $code);
    $code === 0 || exit("cannot set a limit\n");
    foreach (['acquire', 'tryAcquire'] as $method) {
        say($method, str_contains(thrown($lock->$method(...)), 'cannot start the thread that keeps leases'));
    }
    say('held', $lock->isHeld());
    say('others', $plain->release());
    echo "and now without a limit\n";
    hear();
    fwrite($pipes[0], "go\n");
    proc_close($helper) === 0 || exit("cannot take the limit away\n");
    say('acquired', $lock->acquire());
    await('a renewal', fn() => RedisLock::stats()['renewed'] >= 1);
    say('released', $lock->release());
    PHP, [$redis->tcpAddress(), (int) $isRoot], extensions: $extensions);
$monitor = Monitor::of($redis);
do {
    echo $line = $child->hear(), "\n";
} while ($line !== 'and now without a limit');
say('sent', $monitor->seen('/"k"/'));
$child->tell('go');
echo $child->finish();
?>
--EXPECT--
acquire: true
tryAcquire: true
held: false
others: true
and now without a limit
sent: []
acquired: true
released: true
