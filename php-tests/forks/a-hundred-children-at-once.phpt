--TEST--
Of 100 forked children none has an error, and the parent still holds its locks and the same descriptors
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/forks.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
foreach (['not renewed' => false, 'renewed' => true] as $what => $renewed) {
    $locks = [];
    for ($n = 0; $n < 5; $n++) {
        $locks[] = $lock = new RedisLock("held $n", ttl: 30.0, server: $redis->address, autoRenew: $renewed);
        $lock->acquire();
    }
    // Renewal has a connection of its own.
    $connections = $renewed ? 2 : 1;
    await('all connections', fn() => count($redis->clients()) === $connections && RedisLock::stats()['connections'] === $connections);
    $before = [descriptors(), threads(), RedisLock::stats()['connections']];
    $number = is_slow() ? 10 : 100;
    $ttl = $renewed ? (is_slow() ? 30.0 : 9.0) : 600.0; // renewed after a third
    $gate = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $children = [];
    for ($n = 0; $n < $number; $n++) {
        $child = pcntl_fork();
        if ($child === 0) {
            fclose($gate[1]);
            fread($gate[0], 1); // until the parent opens it for all
            try {
                foreach ($locks as $lock) {
                    ($lock->isHeld() || $lock->release() || $lock->getToken() !== null || $lock->tryAcquire()) && exit(1);
                }
                $own = new RedisLock("own $n", ttl: $ttl, server: $redis->address, autoRenew: $renewed);
                $own->acquire(0.0) && $own->isOwned() || exit(2);
                $renewed && await_renewals();
                $own->isHeld() && $own->isOwned() && $own->release() || exit(6);
                $shared = new RedisLock('shared', wait: 60.0, server: $redis->address, autoRenew: $renewed);
                $shared->synchronized(fn(RedisLock $lock) => $lock->isOwned()) || exit(3);
                RedisLock::stats()['errors'] === 0 && RedisLock::stats()['lost'] === 0 || exit(4);
                (new RedisLock("left $n", server: $redis->address, autoRenew: $renewed))->acquire();
            } catch (Throwable $exception) {
                fwrite(STDERR, "$exception\n");
                exit(5);
            }
            exit(0);
        }
        $children[] = $child;
    }
    fclose($gate[0]);
    fclose($gate[1]);
    $failed = [];
    foreach ($children as $child) {
        pcntl_waitpid($child, $status);
        $status === 0 || $failed[] = $status;
    }
    say("$what: failed children", $failed);
    $after = [descriptors(), threads(), RedisLock::stats()['connections']];
    say('  descriptors, threads, connections', $after === $before ?: [$before, $after]);
    say('  still held', array_map(fn(RedisLock $lock) => $lock->isHeld() && $lock->isOwned(), $locks));
    say('  released', array_map(fn(RedisLock $lock) => $lock->release(), $locks));
    say('  lost, reconnects, errors', [RedisLock::stats()['lost'], RedisLock::stats()['reconnects'], RedisLock::stats()['errors']]);
    say('  keys left', $redis->locks());
}
?>
--EXPECT--
not renewed: failed children: []
  descriptors, threads, connections: true
  still held: [true,true,true,true,true]
  released: [true,true,true,true,true]
  lost, reconnects, errors: [0,0,0]
  keys left: []
renewed: failed children: []
  descriptors, threads, connections: true
  still held: [true,true,true,true,true]
  released: [true,true,true,true,true]
  lost, reconnects, errors: [0,0,0]
  keys left: []
