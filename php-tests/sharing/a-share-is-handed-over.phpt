--TEST--
A share is handed over by its token, a caller-supplied token is the same holder, and other holders keep theirs
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$other = reader($redis);
$other->acquire();
$lock = reader($redis, label: 'web 1');
$lock->acquire();
$token = $lock->detach();
say('given away, not back', [$lock->isHeld(), $lock->release(), count(sharers($redis))]);
say('in another process', PhpChild::start(<<<'PHP'
    $lock = RedisLock::restore('k', $argv[2], server: $argv[1], shared: true);
    echo json_encode([$lock->isHeld(), $lock->isOwned(), $lock->refresh(), $lock->isHeld(), $lock->getToken() === $argv[2], $lock->release(), $lock->release()]);
    PHP, [$redis->address, $token])->finish());
say('the other has its own', [$other->isOwned(), count(sharers($redis))]);
$stranger = RedisLock::restore('k', 'stranger', server: $redis->address, shared: true);
say('an unused token', [$stranger->refresh(), $stranger->isOwned(), $stranger->release(), count(sharers($redis))]);
$exclusive = RedisLock::restore('k', $other->getToken(), server: $redis->address);
say('as an exclusive lock it has no owner', [$exclusive->refresh(), $exclusive->release(), $other->isOwned()]);
$other->release();
say('restored, it takes a share with its token', [$stranger->acquire(), sharers($redis) === ['1:stranger' => current(sharers($redis))], $stranger->release()]);

[$one, $same] = [reader($redis, token: 'mine'), reader($redis, token: 'mine')];
say('a caller-supplied token is one holder', [$one->acquire(), $same->acquire(), array_keys(sharers($redis))]);
say('one release ends both', [$same->release(), $one->isOwned(), $one->release()]);

$semaphore = semaphore($redis, 5, weight: 3);
$semaphore->acquire();
$token = $semaphore->detach();
$asked = semaphore($redis, 5);
say('permits that were not released', $asked->getFree());
$restored = RedisSemaphore::restore('k', $token, 5, server: $redis->address);
say('by another weight it is another holder', [$restored->refresh(), $restored->release(), $asked->getFree()]);
$restored = RedisSemaphore::restore('k', $token, 5, server: $redis->address, weight: 3);
say('restored', [$restored->isHeld(), $restored->refresh(40.0), $restored->isHeld(), $restored->getTtl(), $asked->getFree(), $restored->release(), $asked->getFree()]);
$given = semaphore($redis, 5, weight: 2, token: 'mine');
$twin = semaphore($redis, 5, weight: 2, token: 'mine');
say('a caller-supplied token takes its permits once', [$given->acquire(), $twin->acquire(), $asked->getFree(), $twin->release(), $asked->getFree()]);

// autoRelease: false outlives its object.
$lasting = semaphore($redis, 5, autoRelease: false, weight: 5);
$lasting->acquire();
$token = $lasting->getToken();
unset($lasting);
say('outlives its object', $asked->getFree());
say('and is given back by its token', [RedisSemaphore::restore('k', $token, 5, server: $redis->address, weight: 5)->release(), $asked->getFree()]);
$going = semaphore($redis, 5);
$going->acquire();
unset($going);
say('any other goes with it', $asked->getFree());
?>
--EXPECT--
given away, not back: [false,false,2]
in another process: "[false,true,true,true,true,true,false]"
the other has its own: [true,1]
an unused token: [false,false,false,1]
as an exclusive lock it has no owner: [false,false,true]
restored, it takes a share with its token: [true,true,true]
a caller-supplied token is one holder: [true,true,["1:mine"]]
one release ends both: [true,false,false]
permits that were not released: 2
by another weight it is another holder: [false,false,2]
restored: [false,true,true,40.0,2,true,5]
a caller-supplied token takes its permits once: [true,true,3,true,5]
outlives its object: 0
and is given back by its token: [true,5]
any other goes with it: 5
