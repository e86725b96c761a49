--TEST--
With rediss-sentinel:// TLS is used to sentinels and servers, each with its own password, and no error shows one
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$certificates = (new Certificates())->issue('server');
$master = Node::start('redis-server', ['tls-replication' => 'yes'], 'of the server', $certificates);
$tls = array_map(fn(string $option, string $value) => "$option $value", array_keys($certificates->config('server')), $certificates->config('server'));
$sentinel = Node::sentinel('redis-server', [
    'tls-replication yes', ...$tls, 'requirepass "of the sentinel"',
    'sentinel monitor main 127.0.0.1 ' . $master->port . ' 1', 'sentinel auth-pass main "of the server"',
], tls: true, password: 'of the sentinel');

$address = fn(string $password, string $sentinels, string $ca) => "rediss-sentinel://:" . rawurlencode($password)
    . "@127.0.0.1:$sentinel->port/main?sentinel_pass=" . rawurlencode($sentinels) . ($ca === '' ? '' : "&ca=$ca");
$try = function (string $address) use ($sentinel, $master) {
    try {
        $lock = new RedisLock('k', wait: 20.0, server: $address, autoRenew: true, ttl: 0.6);
        $all = [$lock->acquire(), $lock->isOwned()];
        await_renewals();
        return [...$all, $lock->release()];
    } catch (RedisLockConnectionException $exception) {
        return strtr($exception->getMessage(), [":$sentinel->port" => ':SENTINEL', ":$master->port" => ':SERVER', $GLOBALS['certificates']->ca => 'CA']);
    }
};
require __DIR__ . '/../../php-tests/inc/renewal.php';
say('all right', $try($address('of the server', 'of the sentinel', $certificates->ca)));
say('wrong at the sentinel', $try($address('of the server', 'wrong secret', $certificates->ca)));
say('wrong at the server', $try($address('wrong secret', 'of the sentinel', $certificates->ca)));
say('no authority', $try($address('of the server', 'of the sentinel', '')));
?>
--EXPECT--
all right: [true,true,true]
wrong at the sentinel: "Cannot acquire lock \"k\" on rediss-sentinel://127.0.0.1:SENTINEL/main: cannot connect: no sentinel leads to the master \"main\": rediss://127.0.0.1:SENTINEL: the server refused the user or the password: WRONGPASS invalid username-password pair or user is disabled. (check sentinel_user and sentinel_pass)"
wrong at the server: "Cannot acquire lock \"k\" on rediss-sentinel://127.0.0.1:SENTINEL/main: cannot connect: no sentinel leads to the master \"main\": rediss://127.0.0.1:SERVER: the server refused the user or the password: WRONGPASS invalid username-password pair or user is disabled. (check user and password of the server's address)"
no authority: "Cannot acquire lock \"k\" on rediss-sentinel://127.0.0.1:SENTINEL/main: cannot connect: no sentinel leads to the master \"main\": rediss://127.0.0.1:SENTINEL: the server's certificate is not signed by an authority that this system trusts (name the certificate of the authority that signed it with ca=)"
