--TEST--
Over TLS 1.2 and 1.3 a lock has all its functions, with user, password and database, on one connection
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$certificates = (new Certificates())->issue('server');
foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $redis = RedisServer::start($certificates->config('server') + ['tls-protocols' => $version], tls: true);
    $redis->ask('ACL', 'SETUSER', 'app', 'on', '>p@ss', '~*', '+@all');
    $redis->ask('SELECT', '3');
    $address = $redis->tlsAddress($certificates, credentials: 'app:p%40ss', path: '/3');
    $start = RedisLock::stats();
    $lock = new RedisLock('k', server: $address, fenced: true);
    say($version, [$lock->acquire(), $lock->isOwned(), $lock->refresh(), is_int($lock->getFence())]);
    say('in database 3', $redis->ask('GET', 'k') === $lock->getToken());
    say('another', (new RedisLock('k', server: $address))->tryAcquire());
    say('released', [$lock->release(), $lock->isLocked()]);
    say('synchronized', $lock->synchronized(fn() => 'worked'));
    $long = new RedisLock(str_repeat('k', 65_536), server: $address);
    say('a long key', [$long->acquire(), $long->isOwned(), $long->release()]);
    say('connections', [count($redis->clients()), RedisLock::stats()['connections'] - $start['connections'], RedisLock::stats()['reconnects'] - $start['reconnects']]);

    $redis->killClients();
    await('the end of the connection', fn() => $redis->clients() === []);
    $before = RedisLock::stats();
    say('after an end while idle', [$lock->acquire(), $lock->release()]);
    say('reconnects, errors', [RedisLock::stats()['reconnects'] - $before['reconnects'], RedisLock::stats()['errors'] - $before['errors']]);
}
?>
--EXPECT--
TLSv1.2: [true,true,true,true]
in database 3: true
another: false
released: [true,false]
synchronized: "worked"
a long key: [true,true,true]
connections: [1,1,0]
after an end while idle: [true,true]
reconnects, errors: [1,0]
TLSv1.3: [true,true,true,true]
in database 3: true
another: false
released: [true,false]
synchronized: "worked"
a long key: [true,true,true]
connections: [1,1,0]
after an end while idle: [true,true]
reconnects, errors: [1,0]
