--TEST--
If a signal handler turns the lock into a share, or a share into the lock, while a call of another object with the token awaits its reply, that call does not count on its claim
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
pcntl_async_signals(true);
$new = fn(string $key, bool $shared) => RedisLock::restore($key, 'T', 600.0, $proxy->address, shared: $shared);
$calls = ['refresh' => fn(RedisLock $lock) => $lock->refresh(), 'acquire' => fn(RedisLock $lock) => $lock->acquire(), 'isOwned' => fn(RedisLock $lock) => $lock->isOwned()];
foreach (['lock' => false, 'share' => true] as $kind => $shared) {
    // acquire() of the lock may turn the share back into it.
    foreach ($shared ? $calls : array_diff_key($calls, ['acquire' => 1]) as $name => $call) {
        $key = "$kind $name";
        $object = new RedisLock($key, 600.0, 0.0, $proxy->address, token: 'T', shared: $shared);
        // The servers know all scripts, so that each call is one command.
        $object->acquire() && $object->refresh() && $object->isOwned() || say('not acquired', $key);
        $changed = null;
        pcntl_signal(SIGUSR1, function () use ($new, $key, $shared, $proxy, &$changed, &$other): void {
            if ($changed === null) {
                $changed = false;
                $other = $new($key, !$shared);
                $changed = $other->acquire(0.0);
            }
            $proxy->sendKeptReplies();
        });
        $proxy->on('EVALSHA', 'signal', getmypid());
        $returned = $call($object);
        say("$key: changed, returned, held", [$changed, $returned, $object->isHeld()]);
        $proxy->reset();
        say('  the other object holds it', [$other->isHeld(), $other->release()]);
    }
}
?>
--EXPECT--
lock refresh: changed, returned, held: [true,false,false]
  the other object holds it: [true,true]
lock isOwned: changed, returned, held: [true,false,false]
  the other object holds it: [true,true]
share refresh: changed, returned, held: [true,false,false]
  the other object holds it: [true,true]
share acquire: changed, returned, held: [true,false,false]
  the other object holds it: [true,true]
share isOwned: changed, returned, held: [true,false,false]
  the other object holds it: [true,true]
