--TEST--
Every error reply reaches the user in Redis's own words
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$words = [
    'LOADING Redis is loading the dataset in memory',
    'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
    'MISCONF Redis is configured to save RDB snapshots, but it is currently not able to persist on disk.',
    'CLUSTERDOWN The cluster is down',
    'MOVED 3999 127.0.0.1:6381',
    'TRYAGAIN Multiple keys request during rehashing of slot',
    'ERR unknown command',
    'ERR',
    'NOREPLICAS Not enough good replicas to write.',
    'lower case words',
    "ERR with \"quotes\" and \xff\xfe and \e[31m",
];
foreach ($words as $error) {
    $lock = new RedisLock('k', ttl: 60.0, server: $proxy->address);
    $proxy->on('SET', 'say', "-$error\r\n")->on('EXISTS', 'say', "-$error\r\n");
    echo preg_replace('/^.*?proxy: /', '', failure(fn() => $lock->acquire())), "\n";
    $same = preg_replace('/^.*?proxy: /', '', failure(fn() => $lock->isLocked()));
    say('  the next call', [$lock->acquire(), $lock->release()]);
}
echo failure(fn() => $proxy->on('EXISTS', 'say', "-LOADING\r\n") && $lock->isLocked()), "\n";
?>
--EXPECT--
LOADING Redis is loading the dataset in memory
  the next call: [true,true]
BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.
  the next call: [true,true]
MISCONF Redis is configured to save RDB snapshots, but it is currently not able to persist on disk.
  the next call: [true,true]
CLUSTERDOWN The cluster is down
  the next call: [true,true]
MOVED 3999 127.0.0.1:6381
  the next call: [true,true]
TRYAGAIN Multiple keys request during rehashing of slot
  the next call: [true,true]
ERR unknown command
  the next call: [true,true]
ERR
  the next call: [true,true]
NOREPLICAS Not enough good replicas to write.
  the next call: [true,true]
lower case words
  the next call: [true,true]
not a reply of Redis: Parse error at 1 invalid utf-8 sequence of 1 bytes from index 22 (is this address the port of a Redis server?)
  the next call: [true,true]
RedisLockConnectionException: Cannot check lock "k" on unix://.../proxy: LOADING
