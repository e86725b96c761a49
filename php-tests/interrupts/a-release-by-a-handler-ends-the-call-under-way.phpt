--TEST--
If a signal handler releases the token by another object while a call awaits its reply, the call does not count on the claim
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

pcntl_async_signals(true);
foreach (['lock', 'share', 'permits', 'quorum'] as $kind) {
    $servers = servers($kind === 'quorum' ? 3 : 1);
    $proxies = array_map(fn(RedisServer $server) => FaultProxy::before($server), $servers);
    $list = fn(array $of) => count($of) > 1 ? array_map(fn($one) => $one->address, $of) : $of[0]->address;
    $new = fn(string $key, array $of, ?string $token) => $kind === 'permits'
        ? new RedisSemaphore($key, 1, 600.0, 0.0, $list($of), token: $token)
        : new RedisLock($key, 600.0, 0.0, $list($of), token: $token, shared: $kind === 'share');
    // The servers know all scripts, so that each call is one command.
    [$first, $second] = [$new("$kind first", $proxies, 'T'), $new("$kind first", $proxies, 'T')];
    $first->acquire() && $first->refresh() && $second->acquire() && $second->isOwned() && $first->release();

    $calls = ['acquire' => fn($object) => $object->acquire(), 'refresh' => fn($object) => $object->refresh(), 'isOwned' => fn($object) => $object->isOwned()];
    foreach ($calls as $name => $call) {
        [$object, $other] = [$new("$kind $name", $proxies, 'T'), $new("$kind $name", $servers, 'T')];
        $other->acquire();
        $name === 'acquire' || $object->acquire();
        $released = null;
        array_map(fn(RedisServer $server) => $server->ask('CONFIG', 'RESETSTAT'), $servers);
        $executed = fn(RedisServer $server) => isset($server->commands()['evalsha']);
        pcntl_signal(SIGUSR1, function () use ($other, $proxies, $servers, $executed, &$released): void {
            if ($released === null) {
                // Behind the release, a server that is late would take the lock anew, which then stays for its ttl.
                await('each server to execute the call', fn() => array_filter($servers, $executed) === $servers);
                $released = $other->release();
            }
            array_map(fn(FaultProxy $proxy) => $proxy->sendKeptReplies(), $proxies);
        });
        array_map(fn(FaultProxy $proxy) => $proxy->on($name === 'acquire' ? 'EVALSHA' : '*', 'signal', getmypid()), $proxies);
        $returned = $call($object);
        array_map(fn(FaultProxy $proxy) => $proxy->reset(), $proxies);
        say("$kind: $name", [$returned, $object->isHeld()]);
        $next = $kind === 'share' ? new RedisLock("$kind $name", server: $list($servers)) : $new("$kind $name", $servers, null);
        say('  released, and free for another owner', [$released, $next->tryAcquire()]);
    }
}
?>
--EXPECT--
lock: acquire: [false,false]
  released, and free for another owner: [true,true]
lock: refresh: [false,false]
  released, and free for another owner: [true,true]
lock: isOwned: [false,false]
  released, and free for another owner: [true,true]
share: acquire: [false,false]
  released, and free for another owner: [true,true]
share: refresh: [false,false]
  released, and free for another owner: [true,true]
share: isOwned: [false,false]
  released, and free for another owner: [true,true]
permits: acquire: [false,false]
  released, and free for another owner: [true,true]
permits: refresh: [false,false]
  released, and free for another owner: [true,true]
permits: isOwned: [false,false]
  released, and free for another owner: [true,true]
quorum: acquire: [false,false]
  released, and free for another owner: [true,true]
quorum: refresh: [false,false]
  released, and free for another owner: [true,true]
quorum: isOwned: [false,false]
  released, and free for another owner: [true,true]
