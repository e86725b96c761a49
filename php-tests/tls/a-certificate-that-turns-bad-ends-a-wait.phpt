--TEST--
If a server returns during a wait with another authority's certificate, an error ends the wait at once
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';
require __DIR__ . '/../inc/signals.php';

$certificates = (new Certificates())->issue('server');
$others = (new Certificates())->issue('server');
$redis = RedisServer::start($certificates->config('server'), tls: true);
$redis->ask('SET', 'k', 'another-client');
$waiter = PhpChild::start(<<<'PHP'
    require dirname(get_included_files()[0]) . '/failures.php';
    $lock = new RedisLock('k', wait: 3600.0, server: $argv[1]);
    echo failure(fn() => $lock->acquire()), "\n";
    PHP, [$redis->tlsAddress($certificates)]);
await_waiting($redis);
foreach (['server.pem', 'server.key'] as $file) {
    copy($others->path($file), $certificates->path($file));
}
$before = now();
$redis->restart();
echo $waiter->hear(), "\n";
say('at once', now() - $before < (is_slow() ? 60.0 : 6.0));
?>
--EXPECT--
RedisLockConnectionException: Cannot acquire lock "k" on rediss://127.0.0.1:<port>: cannot connect: the server's certificate is not signed by an authority in .../ca.pem (does ca= name the certificate of the authority that signed it?)
at once: true
