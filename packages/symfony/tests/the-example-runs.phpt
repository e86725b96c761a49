--TEST--
The example is a Symfony application in which only the LOCK_DSN is changed
--FILE--
<?php
require __DIR__ . '/inc.php';

$demo = PhpChild::run([__DIR__ . '/../example/demo.php'], mergeErrors: true);
echo $demo->finish();
say('exit code', $demo->exitCode);
?>
--EXPECT--
The same command twice at once
  one                      begins with 0
  the other, later         begins with 1
A schedule: started again while it runs, for longer than its lease of five seconds
  started                  begins
  in Redis                 is its token
  started again            the last one still runs: skipped
  started again            the last one still runs: skipped
  started again            the last one still runs: skipped
  the first                done, under the lock all the time
  after its end            begins
A job that goes through a queue
  a click                  put into the queue
  another click            is in the queue already
  the worker               works under the lock of who has put it
  a click after that       put into the queue
As it should be.
exit code: 0
