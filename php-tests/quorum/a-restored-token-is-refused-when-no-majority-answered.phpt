--TEST--
On a quorum, a token is refused to restore() while a release or shorter lease without a majority's reply may still end its claim
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$proxies = [FaultProxy::before($servers[0]), FaultProxy::before($servers[1])];
$late = [$proxies[0]->address, $proxies[1]->address, $servers[2]->address];
$late = array_map(fn($address) => "$address?read_timeout=1&connect_timeout=1", $late);
$calls = [
    'refresh' => fn(RedisLock $lock) => $lock->refresh(),
    'acquire' => fn(RedisLock $lock) => $lock->acquire(0.0),
    'isOwned' => fn(RedisLock $lock) => $lock->isOwned(),
];
foreach ([false, true] as $shared) {
    foreach (['release' => fn($lock) => $lock->release(), 'shorter lease' => fn($lock) => $lock->refresh(0.8)] as $what => $ends) {
        $key = "$what-" . ($shared ? 'share' : 'lock');
        $lock = new RedisLock($key, 600.0, server: $late, token: 'T', shared: $shared, autoRelease: false);
        acquire_on_all($lock, $servers);
        array_map(fn($proxy) => $proxy->always('*', 'keep'), $proxies);
        say($key, strtok(thrown(fn() => $ends($lock)), ':'));
        array_map(fn($proxy) => $proxy->reset(), $proxies);

        foreach ($calls as $name => $call) {
            $restored = RedisLock::restore($key, 'T', 600.0, addresses($servers), shared: $shared, autoRelease: false);
            $said = strtok(thrown(fn() => $call($restored)), ':');
            say("  restored $name", [$said, $restored->isHeld()]);
        }
        array_map(fn($proxy) => $proxy->deliver(), $proxies);
    }
}
?>
--EXPECT--
release-lock: "RedisLockConnectionException"
  restored refresh: ["RedisLockConnectionException",false]
  restored acquire: ["RedisLockConnectionException",false]
  restored isOwned: ["nothing thrown, returned true",false]
shorter lease-lock: "RedisLockConnectionException"
  restored refresh: ["RedisLockConnectionException",false]
  restored acquire: ["RedisLockConnectionException",false]
  restored isOwned: ["nothing thrown, returned true",false]
release-share: "RedisLockConnectionException"
  restored refresh: ["RedisLockConnectionException",false]
  restored acquire: ["RedisLockConnectionException",false]
  restored isOwned: ["nothing thrown, returned true",false]
shorter lease-share: "RedisLockConnectionException"
  restored refresh: ["RedisLockConnectionException",false]
  restored acquire: ["RedisLockConnectionException",false]
  restored isOwned: ["nothing thrown, returned true",false]
