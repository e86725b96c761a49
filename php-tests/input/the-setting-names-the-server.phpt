--TEST--
Without an address, a lock uses redislock.server as it is at the construction
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$one = RedisServer::start();
$two = RedisServer::start();
ini_set('redislock.server', $one->address);
$first = new RedisLock('k');
ini_set('redislock.server', $two->address);
$second = new RedisLock('k', server: null);
say('both acquired', [$first->tryAcquire(), $second->tryAcquire()]);
say('on the first', $one->ask('GET', 'k') === $first->getToken());
say('on the second', $two->ask('GET', 'k') === $second->getToken());

$child = PhpChild::start('$lock = new RedisLock("from php.ini"); say("acquired", $lock->acquire()); hear();', ini: ['redislock.server' => "$one->address?db=2"]);
echo $child->hear(), "\n";
$one->ask('SELECT', 2);
say('in the database of php.ini', $one->ask('EXISTS', 'from php.ini'));
echo $child->finish();
?>
--EXPECT--
both acquired: [true,true]
on the first: true
on the second: true
acquired: true
in the database of php.ini: 1
