--TEST--
On a quorum, acquire() with a restored token takes a free lock, also after refresh() returned false, however late the last server is
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
// If a busy machine suspends a server for a moment, its reply is missing, so the token is refused and can be acquired a moment later.
$acquired = $refused = 0;
$acquire = function (RedisLock $lock) use (&$acquired, &$refused): void {
    await('all answers', function () use ($lock, &$acquired, &$refused) {
        try {
            $acquired += $lock->acquire();
            return true;
        } catch (RedisLockConnectionException) {
            $refused++;
            return false;
        }
    });
};
for ($n = 0; $n < 40; $n++) {
    $lock = RedisLock::restore("k$n", 'T', 30.0, addresses($servers));
    $acquire($lock);
    unset($lock);
    $lock = RedisLock::restore("later-$n", 'T', 30.0, addresses($servers));
    $lock->refresh() || $acquire($lock);
    unset($lock);
}
say('acquired', $acquired);
say('refused of 80', $refused < 20 ? 'few' : $refused);

// The last server has no answer.
$proxy = FaultProxy::before($servers[2]);
$addresses = [$servers[0]->address, $servers[1]->address, "$proxy->address?read_timeout=30"];
$lock = new RedisLock('first', 30.0, server: $addresses);
acquire_on_all($lock, $servers);
$proxy->always('*', 'keep');
say('with one that is silent', RedisLock::restore('k', 'T', 30.0, $addresses)->acquire());
?>
--EXPECT--
acquired: 80
refused of 80: "few"
with one that is silent: true
