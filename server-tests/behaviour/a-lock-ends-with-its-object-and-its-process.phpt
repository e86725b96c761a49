--TEST--
A lock is released when its object goes, at exit, and after an uncaught exception
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
$lock = new RedisLock($key, server: $kind->server);
$lock->acquire();
unset($lock);
say('unset', $kind->keyHolds($key));
foreach (['exit' => 'exit(0);', 'uncaught' => 'ini_set("display_errors", "0"); throw new LogicException();', 'fatal error' => 'ini_set("display_errors", "0"); undefined();'] as $way => $end) {
    $process = child('$lock = new RedisLock($argv[1], server: Kind::current()->server); $lock->acquire(); echo $lock->getToken(), "\n"; hear();' . $end, [$key]);
    $token = $process->hear();
    say($way, $kind->keyHolds($key) === $token);
    $process->tell('go');
    $process->finish();
    say('  key', $kind->keyHolds($key));
}
?>
--EXPECT--
unset: null
exit: true
  key: null
uncaught: true
  key: null
fatal error: true
  key: null
