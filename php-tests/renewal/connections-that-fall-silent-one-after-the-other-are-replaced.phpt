--TEST--
If connections stop responding one after the other, also right after a reply to another lock, each is replaced in time
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(1.2);

/** A proxy, and the address of a server that knows the script of renewals; no read timeout ends a wait. */
function server_with_script(RedisServer $redis): array
{
    $proxy = FaultProxy::before($redis);
    $address = "$proxy->address?read_timeout=3600";
    $first = new RedisLock('first', ttl: 600.0, server: $address, autoRenew: true);
    $first->acquire();
    await_renewals();

    return [$proxy, $address];
}

[$proxy, $address] = server_with_script($redis);
$lock = new RedisLock('k', ttl: $ttl, server: $address, autoRenew: true);
$lock->acquire();
$proxy->on('EVALSHA', 'hang')->on('EVALSHA', 'hang');
pause(2 * $ttl);
say('two lines in a row: held', $lock->isHeld());
$lock->release();

[$proxy, $address] = server_with_script($redis);
$long = new RedisLock('long', ttl: 600.0, server: $address, autoRenew: true);
$lock = new RedisLock('k', ttl: $ttl, server: $address, autoRenew: true);
// The answer to the first comes when the second has been asked, and after it none.
$proxy->on('EVALSHA', 'delay', 0.8)->on('EVALSHA', 'hang');
$long->acquire();
$lock->acquire();
pause(2 * $ttl);
say('after a reply to another lock: held', $lock->isHeld());
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
two lines in a row: held: true
after a reply to another lock: held: true
lost: 0
