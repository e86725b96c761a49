--TEST--
Every error reply reaches the user with Redis's own message; a wait continues after errors that may pass soon
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
    $proxy->on('SET', 'say', "-$error\r\n");
    echo preg_replace('/^.*?proxy: /', '', failure(fn() => $lock->tryAcquire())), "\n";
    $proxy->on('SET', 'say', "-$error\r\n");
    say('  a wait goes on', str_starts_with(failure(fn() => $lock->acquire() && $lock->release()), 'nothing thrown'));
    say('  the next call', [$lock->acquire(), $lock->release()]);
}
echo failure(fn() => $proxy->on('EXISTS', 'say', "-LOADING\r\n") && $lock->isLocked()), "\n";
?>
--EXPECT--
LOADING Redis is loading the dataset in memory (this may be over soon: try again)
  a wait goes on: true
  the next call: [true,true]
BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE. (this may be over soon: try again)
  a wait goes on: true
  the next call: [true,true]
MISCONF Redis is configured to save RDB snapshots, but it is currently not able to persist on disk. (the server cannot write to its disk: its log says why)
  a wait goes on: false
  the next call: [true,true]
CLUSTERDOWN The cluster is down (this may be over soon: try again)
  a wait goes on: true
  the next call: [true,true]
MOVED 3999 127.0.0.1:6381 (this server is a node of a cluster: its address is redis-cluster://host:port)
  a wait goes on: true
  the next call: [true,true]
TRYAGAIN Multiple keys request during rehashing of slot (this may be over soon: try again)
  a wait goes on: true
  the next call: [true,true]
ERR unknown command (is this a Sentinel? then its address is redis-sentinel://host:26379/master-name; a Redis server says so of commands that were renamed)
  a wait goes on: false
  the next call: [true,true]
ERR
  a wait goes on: false
  the next call: [true,true]
NOREPLICAS Not enough good replicas to write. (this may be over soon: try again)
  a wait goes on: true
  the next call: [true,true]
lower case words
  a wait goes on: false
  the next call: [true,true]
not a reply of Redis: Parse error at 1 invalid utf-8 sequence of 1 bytes from index 22 (is this address the port of a Redis server?)
  a wait goes on: false
  the next call: [true,true]
RedisLockConnectionException: Cannot check lock "k" on unix://.../proxy: LOADING (this may be over soon: try again)
