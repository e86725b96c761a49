--TEST--
An exception that ends a lock is caught by the nearest catch, although the listener has caught one of its own
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
function held(): RedisLock
{
    $lock = new RedisLock('a', server: $GLOBALS['redis']->address);
    $lock->acquire();
    return $lock;
}
$told = [];
RedisLock::listen(function (RedisLockEvent $event) use (&$told) {
    $told[] = $event->type;
    try {
        throw new LogicException('of the listener');
    } catch (LogicException) {
    }
});
/** The statement and its catch are in one function: PHP finds the catch by the statement's place there. */
function statement(string $code): callable
{
    return eval("return function () { try { \$before = [1]; $code; } catch (Error) { return 'caught'; } return 'nothing thrown'; };");
}
foreach (['held()->no_such_method()', 'strlen(held())', '"a" . held()', 'clone held()', 'held()->property = 5', 'throw held()'] as $code) {
    try {
        say($code, statement("\$result = $code")());
    } catch (Error) {
        say($code, 'not caught where it should be');
    }
}
say('told', array_count_values($told));
?>
--EXPECT--
held()->no_such_method(): "caught"
strlen(held()): "caught"
"a" . held(): "caught"
clone held(): "caught"
held()->property = 5: "caught"
throw held(): "caught"
told: {"acquired":6,"released":6}
