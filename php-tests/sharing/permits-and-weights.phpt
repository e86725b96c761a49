--TEST--
A semaphore admits holders up to its permits, by their weights, and no holder releases another's permits
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
[$one, $two, $three] = array_map(fn() => semaphore($redis, 3), range(1, 3));
$late = semaphore($redis, 3);
say('three of three', [$one->acquire(), $late->getFree(), $two->acquire(), $three->tryAcquire(), $late->getFree()]);
say('a fourth', [$late->acquire(), $late->isHeld(), $late->isOwned(), $late->release(), $late->refresh()]);
say('no lock with them', [writer($redis)->acquire(), $redis->ask('SET', 'k', 'other', 'NX')]);
say('one goes, one comes', [$two->release(), $late->getFree(), $late->acquire(), $two->acquire(), $late->getFree()]);
say('the others are as they were', [$one->isOwned(), $three->isOwned(), $one->isHeld(), $three->isHeld()]);
say('acquired again is still one', [$one->acquire(), count(sharers($redis))]);
say('the last one leaves nothing', [$one->release(), $three->release(), $late->release(), $redis->ask('KEYS', '*')]);

// Weights: a member without a name counts the permits beyond one each, and the holders.
$heavy = semaphore($redis, 10, weight: 7);
$middle = semaphore($redis, 10, weight: 4);
$light = semaphore($redis, 10);
say('seven', [$heavy->acquire(), $light->getFree(), sharers($redis)['']]);
say('not four more', [$middle->acquire(), $light->getFree()]);
say('but one', [$light->acquire(), $light->getFree(), count($light->getHolders())]);
say('acquired again is still seven', [$heavy->acquire(), $heavy->refresh(), $light->getFree()]);
say('seven go, four come', [$heavy->release(), $light->getFree(), $middle->acquire(), $light->getFree()]);
say('nor seven with five', [$heavy->acquire(), $light->getFree()]);
say('only light ones are left', [$middle->release(), isset(sharers($redis)['']), $light->getFree()]);
say('the last one leaves nothing', [$light->release(), $redis->ask('KEYS', '*'), $light->getFree()]);
say('a heavy one that is the last, too', [$heavy->acquire(), $heavy->release(), $redis->ask('KEYS', '*')]);

// An operator takes a holder out: what is there counts.
foreach ([2, 1] as $others) {
    $redis->ask('FLUSHALL');
    $heavy = semaphore($redis, 10, weight: 7);
    $heavy->acquire();
    $others_permits = array_map(fn() => semaphore($redis, 10), range(1, $others));
    array_map(fn($one) => $one->acquire(), $others_permits);
    $redis->ask('ZREM', 'k', member($heavy, 7));
    $others === 2 && array_pop($others_permits)->release();
    say('a heavy one is taken out', [$light->getFree(), count($light->getHolders()), $heavy->isOwned(), $heavy->release()]);
    say('another gets its permits', [semaphore($redis, 10, weight: 9, autoRelease: false)->acquire(), $light->getFree(), sharers($redis)['']]);
}
$redis->ask('FLUSHALL');
$heavy->acquire();
$redis->ask('ZREM', 'k', member($heavy, 7));
say('the last holder is taken out', [reader($redis)->getHolder(), $light->getFree(), $redis->ask('EXISTS', 'k')]);
$heavy->acquire();
$light->acquire();
$redis->ask('ZREM', 'k', member($heavy, 7));
say('the last one leaves nothing', [$light->release(), $redis->ask('KEYS', '*')]);

// The bounds.
$all = semaphore($redis, 1_000_000, weight: 1_000_000);
say('a million', [$all->acquire(), $all->getFree(), semaphore($redis, 1_000_000)->acquire(), $all->release(), $all->getFree()]);
say('one', [($only = semaphore($redis, 1))->acquire(), semaphore($redis, 1)->acquire(), $only->getFree()]);
say('is as exclusive as a lock', writer($redis)->acquire());
?>
--EXPECT--
three of three: [true,2,true,true,0]
a fourth: [false,false,false,false,false]
no lock with them: [false,null]
one goes, one comes: [true,1,true,false,0]
the others are as they were: [true,true,true,true]
acquired again is still one: [true,3]
the last one leaves nothing: [true,true,true,[]]
seven: [true,3,"-60000001"]
not four more: [false,3]
but one: [true,2,2]
acquired again is still seven: [true,true,2]
seven go, four come: [true,9,true,5]
nor seven with five: [false,5]
only light ones are left: [true,false,9]
the last one leaves nothing: [true,[],10]
a heavy one that is the last, too: [true,true,[]]
a heavy one is taken out: [9,1,false,false]
another gets its permits: [true,0,"-80000002"]
a heavy one is taken out: [9,1,false,false]
another gets its permits: [true,0,"-80000002"]
the last holder is taken out: [null,10,0]
the last one leaves nothing: [true,[]]
a million: [true,0,false,true,1000000]
one: [true,false,0]
is as exclusive as a lock: false
