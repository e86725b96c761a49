--TEST--
If neither a refresh nor the release after it had a reply, and the repeated release finds no key, the lock was released, not lost
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$events = [];
RedisLock::listen(function (RedisLockEvent $event) use (&$events) {
    $events[] = $event->type;
});
$options = ['ttl' => 600.0, 'server' => "$proxy->address?read_timeout=1"];
$refresh_without_reply = function (RedisLock|RedisMultiLock $lock, float $ttl) use ($proxy) {
    $proxy->always('*', 'keep');
    say('  refreshed', str_contains(thrown(fn() => $lock->refresh($ttl)), 'no reply'));
    $proxy->reset();
    say('  held', $lock->isHeld());
    $start = now();
    await('the end of a short lease', fn() => $ttl === 600.0 || now() - $start > $ttl);
    $proxy->on('EVALSHA', 'close');
};
$class_of = fn(Closure $call) => strstr(thrown($call), ':', true) ?: 'nothing thrown';
foreach (['a lock' => fn(string $key) => new RedisLock($key, ...$options), 'several keys' => fn(string $key) => new RedisMultiLock([$key, "$key, too"], ...$options)] as $what => $make) {
    foreach ([600.0, 0.5] as $ttl) {
        echo "$what, refresh($ttl)\n";
        $make("warm $what $ttl")->synchronized(fn() => null); // the scripts are known
        $lock = $make("$what $ttl"); // the same key, acquired again at once, might be released by another script
        $lock->acquire();
        $events = [];
        $refresh_without_reply($lock, $ttl);
        // A short lease is over by now, and another client may have had the lock.
        say('  released', $lock->release());
        say('  told', $events);
        say('  synchronized()', $class_of(fn() => $make("s $what $ttl")->synchronized(fn($lock) => $refresh_without_reply($lock, $ttl))));
    }
}
?>
--EXPECT--
a lock, refresh(600)
  refreshed: true
  held: false
  released: true
  told: ["error","released"]
  refreshed: true
  held: false
  synchronized(): "nothing thrown"
a lock, refresh(0.5)
  refreshed: true
  held: false
  released: false
  told: ["error","lost"]
  refreshed: true
  held: false
  synchronized(): "RedisLockLostException"
several keys, refresh(600)
  refreshed: true
  held: false
  released: true
  told: ["error","released"]
  refreshed: true
  held: false
  synchronized(): "nothing thrown"
several keys, refresh(0.5)
  refreshed: true
  held: false
  released: false
  told: ["error","lost"]
  refreshed: true
  held: false
  synchronized(): "RedisLockLostException"
