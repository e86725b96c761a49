--TEST--
On a list of servers, readers acquire together by majority and exclude a writer and the other way round; a semaphore is refused
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';
require __DIR__ . '/../inc/shares.php';

$servers = servers(3);
$list = addresses($servers);
$reader = fn(mixed ...$options) => reader($servers[0], ...$options, server: $list);
$writer = fn(mixed ...$options) => writer($servers[0], ...$options, server: $list);
$members = fn(int $count) => await("$count shares on a majority", fn() => count(array_filter($servers, fn($server) => count($server->ask('ZRANGE', 'k', 0, -1)) === $count)) >= 2);
[$one, $two, $exclusive] = [$reader(label: 'web 1'), $reader(), $writer()];
say('two readers', [$one->acquire(), $two->acquire(), $one->isOwned(), $two->isOwned(), $members(2)]);
say('no writer', [$exclusive->acquire(), $exclusive->acquire(0.05), $exclusive->isLocked()]);
say('and nothing of its attempts is left', $members(2));
say('one goes', [$one->release(), $two->isOwned(), $exclusive->acquire(), $members(1)]);
[$mine, $upgrade] = [$reader(token: 'mine'), $writer(token: 'mine')];
say('no upgrade', [$two->release(), $mine->acquire(), $upgrade->acquire(), $mine->isOwned(), $mine->release(), $two->acquire()]);
$servers[2]->stop();
say('with one server away', [$one->acquire(), $one->isOwned(), $two->refresh(), $exclusive->acquire(), $one->release(), $two->release()]);
say('the writer', [$exclusive->acquire(), $one->acquire(), $exclusive->release(), $one->acquire(), $one->release()]);
$waiter = PhpChild::start('$lock = new RedisLock("k", wait: 30.0, server: unserialize($argv[1])); echo "ready\n"; say("the writer that waited", $lock->acquire());', [serialize($list)]);
$two->acquire();
$servers[0]->ask('CONFIG', 'RESETSTAT');
$waiter->hear();
await_attempts($servers[0], 1);
say('released', $two->release());
echo $waiter->finish();
say('left', array_map(fn($server) => $server->locks(), array_slice($servers, 0, 2)));
echo thrown(fn() => semaphore($servers[0], 5, server: $list)), "\n";
?>
--EXPECT--
two readers: [true,true,true,true,true]
no writer: [false,false,true]
and nothing of its attempts is left: true
one goes: [true,true,false,true]
no upgrade: [true,true,false,true,true,true]
with one server away: [true,true,true,false,true,true]
the writer: [true,false,true,true,true]
released: true
the writer that waited: true
left: [[],[]]
ValueError: RedisSemaphore::__construct(): Argument #5 ($server) must be one server, or sentinels or a cluster: with a list of servers, a majority of votes does not bound the number of holders
