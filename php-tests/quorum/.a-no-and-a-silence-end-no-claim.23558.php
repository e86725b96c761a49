<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

foreach ([['drawn', null, false], ['given', 'T', false], ['a share', null, true]] as [$what, $token, $shared]) {
    foreach (['isOwned', 'refresh', 'acquire'] as $call) {
        $servers = servers(3);
        $lock = new RedisLock('k', 600.0, 0.0, addresses($servers, '?read_timeout=1.5'), token: $token, shared: $shared);
        acquire_on_all($lock, $servers);
        $servers[2]->ask('DEL', 'k');
        $servers[0]->halt();
        say("$what, $call()", strtok(thrown(fn() => $lock->$call()), ':'));
        $servers[0]->goOn();
        $lock->release();
        await('nothing left', function () use ($servers) {
            (new RedisLock('other', server: addresses($servers)))->isLocked(); // a contact
            return holders($servers, 'k') === 0;
        });
    }
}
?>
