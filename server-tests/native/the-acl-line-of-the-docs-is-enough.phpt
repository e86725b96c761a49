--TEST--
With the ACL lines of docs/operations.md a release uses the server's native command, and nothing is refused
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = SingleServer::tcp(getenv('REDISLOCK_PROGRAM'))->node;
[$delex] = $redis->ask('COMMAND', 'INFO', 'DELEX');
$native = acl_rules('Redis 8.4');
$native === ['+delex'] || throw new RuntimeException('another command');
$redis->ask('ACL', 'SETUSER', 'app', ...acl_rules('The user', 'Every lock'), ...($delex ? $native : ['+delifeq']));
$redis->ask('ACL', 'LOG', 'RESET');
$lock = new RedisLock('app:k', server: "redis://app:secret@127.0.0.1:$redis->port");
say('works', [$lock->acquire(), $lock->release()]);
say('natively', preg_match('/^cmdstat_(delex|delifeq):calls=1,/m', $redis->ask('INFO', 'commandstats')));
say('refused', $redis->ask('ACL', 'LOG'));
?>
--EXPECT--
works: [true,true]
natively: 1
refused: []
