--TEST--
Every holder of a semaphore passes its number of permits, and the number of the acquiring client counts
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$holders = array_map(fn() => semaphore($redis, 4), range(1, 4));
say('four of four', array_map(fn($holder) => $holder->acquire(), $holders));
$fewer = semaphore($redis, 2);
$more = semaphore($redis, 5);
say('free, for clients with two, four or five permits', [$fewer->getFree(), $holders[0]->getFree(), $more->getFree()]);
say('two: no client acquires', [$fewer->acquire(), array_map(fn($holder) => $holder->isOwned(), $holders)]);
say('five: one more does', [$more->acquire(), $more->getFree(), count(sharers($redis))]);
say('four: not while there are four', [$holders[0]->release(), $holders[0]->acquire(), $holders[1]->release(), $holders[0]->acquire()]);
say('two: not while there are two', [$holders[2]->release(), $holders[3]->release(), count(sharers($redis)), $fewer->acquire()]);
say('then it does', [$more->release(), $fewer->acquire(), $fewer->getFree()]);
?>
--EXPECT--
four of four: [true,true,true,true]
free, for clients with two, four or five permits: [0,0,1]
two: no client acquires: [false,[true,true,true,true]]
five: one more does: [true,0,5]
four: not while there are four: [true,false,true,true]
two: not while there are two: [true,true,2,false]
then it does: [true,true,0]
