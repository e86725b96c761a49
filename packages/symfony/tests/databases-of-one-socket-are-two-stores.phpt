--TEST--
Two stores that differ only in the database of a Unix socket keep a token each in a Key that goes to another process
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$redis = RedisServer::start();
foreach (['?db=%d', '?read_timeout=1&db=%d'] as $query) {
    $stores = fn() => new CombinedStore(
        array_map(fn(int $database) => new RedisLockStore($redis->address . sprintf($query, $database)), [1, 2]),
        new UnanimousStrategy(),
    );
    $key = new Key('k');
    say($query, (new Lock($key, $stores(), 600.0, false))->acquire());
    $key = unserialize(serialize($key)); // as in another process
    (new Lock($key, $stores(), 600.0, false))->release();
    $redis->ask('SELECT', 0);
    say('  left', array_map(fn(int $database) => [$redis->ask('SELECT', $database), $redis->ask('EXISTS', 'k')][1], [1, 2]));
}
?>
--EXPECT--
?db=%d: true
  left: [0,0]
?read_timeout=1&db=%d: true
  left: [0,0]
