--TEST--
A forked child closes the descriptors of the renewal thread, its connection included, before it does anything else
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

// The parent under test has no other sockets than the extension's.
$redis = RedisServer::start();
$parent = PhpChild::start(<<<'PHP'
    require $argv[2];
    require $argv[3];
    $lock = new RedisLock('k', ttl: time_for(0.7), server: $argv[1], autoRenew: true);
    $none = descriptors();
    $lock->acquire();
    await_renewals();
    $all = descriptors();
    say('threads', threads());
    // PHP's connection, the thread's, and both ends of the pipe that wakes the thread.
    say('descriptors of the lock', count($all) - count($none));
    $pipe = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $before = descriptors();
    if (($child = pcntl_fork()) === 0) {
        $after = descriptors();
        $closed = array_diff_key($before, $after);
        fwrite($pipe[0], json_encode([count($closed), array_diff_key($closed, $all), array_diff_assoc($after, $before), threads()]));
        exit(0);
    }
    pcntl_waitpid($child, $status);
    stream_set_blocking($pipe[1], false);
    say('child: closed, closed of others, new, threads', json_decode(fgets($pipe[1])));
    say('status', $status);
    say('parent: the same descriptors', descriptors() === $before);
    await_renewals();
    say('parent: held', $lock->isHeld() && $lock->isOwned());
    PHP, [$redis->address, __DIR__ . '/../inc/forks.php', __DIR__ . '/../inc/renewal.php']);
echo $parent->finish();
?>
--EXPECT--
threads: 2
descriptors of the lock: 4
child: closed, closed of others, new, threads: [3,[],[],1]
status: 0
parent: the same descriptors: true
parent: held: true
