--TEST--
In Swoole's coroutines a wait lets others run, over every kind of server; a lock belongs to its coroutine
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../../php-tests/inc/quorum.php';

use Swoole\Coroutine;
use Swoole\Coroutine\System;

const TICKS = 50;

$certificates = (new Certificates())->issue('server');
Coroutine::set(['hook_flags' => 0]);
$redis = RedisServer::start(tcp: true);
$encrypted = RedisServer::start($certificates->config('server'), tls: true);
$sentinels = new Sentinels('redis-server');
$quorum = servers(3);
$servers = [
    'TCP' => "redis://127.0.0.1:$redis->port",
    'TLS' => $encrypted->tlsAddress($certificates),
    'Sentinel' => $sentinels->server(),
    'a quorum' => addresses($quorum),
];
foreach ($servers as $kind => $server) {
    Coroutine\run(function () use ($kind, $server): void {
        $ticks = 0;
        $holds = true;
        Coroutine::create(function () use (&$ticks, &$holds): void {
            while ($holds) {
                System::sleep(0.01);
                $ticks++;
            }
        });
        $held = new RedisLock('k', server: $server);
        $isHeld = false;
        Coroutine::create(function () use ($held, &$ticks, &$holds, &$isHeld): void {
            $isHeld = $held->acquire();
            while ($ticks < TICKS) {
                System::sleep(0.01);
            }
            $held->release();
            $holds = false;
        });
        Coroutine::create(function () use ($kind, $server, $held, &$ticks, &$isHeld): void {
            $waiter = new RedisLock('k', server: $server, wait: 600.0);
            while (!$isHeld) {
                System::sleep(0.001);
            }
            try {
                $held->release();
            } catch (RedisLockException $exception) {
                say("$kind: another coroutine", $exception->getMessage());
            }
            say("$kind: the waiter", [$waiter->acquire(), $ticks >= TICKS, $waiter->release()]);
        });
    });
}

// Many coroutines get one key in order.
$order = [];
Coroutine\run(function () use ($servers, &$order): void {
    foreach (range(1, 100) as $number) {
        Coroutine::create(function () use ($servers, $number, &$order): void {
            $lock = new RedisLock('k', wait: 600.0, server: $servers['TCP']);
            $lock->synchronized(function () use ($number, &$order): void {
                $order[] = $number;
                System::sleep(0.001);
            });
        });
    }
});
say('in order', $order === range(1, 100));

// A coroutine that is cancelled leaves nothing.
foreach (['with an exception' => true, 'without one' => false] as $how => $throws) {
    Coroutine\run(function () use ($servers, $redis, $how, $throws): void {
        $holder = new RedisLock('k', server: $servers['TCP']);
        $holder->acquire();
        $id = Coroutine::create(function () use ($servers, $how): void {
            try {
                say('acquired', (new RedisLock('k', wait: 600.0, server: $servers['TCP']))->acquire());
            } catch (Throwable $exception) {
                say("cancelled $how", $exception::class);
            }
        });
        while ($redis->seats() === []) {
            System::sleep(0.001);
        }
        Coroutine::cancel($id, $throws);
        while ($redis->seats() !== []) {
            System::sleep(0.001);
        }
        $holder->release();
    });
}
say('left', $redis->ask('KEYS', 'k'));
?>
--EXPECT--
TCP: another coroutine: "This RedisLock belongs to another fiber, which holds lock \"k\"; a second fiber needs a RedisLock object of its own"
TCP: the waiter: [true,true,true]
TLS: another coroutine: "This RedisLock belongs to another fiber, which holds lock \"k\"; a second fiber needs a RedisLock object of its own"
TLS: the waiter: [true,true,true]
Sentinel: another coroutine: "This RedisLock belongs to another fiber, which holds lock \"k\"; a second fiber needs a RedisLock object of its own"
Sentinel: the waiter: [true,true,true]
a quorum: another coroutine: "This RedisLock belongs to another fiber, which holds lock \"k\"; a second fiber needs a RedisLock object of its own"
a quorum: the waiter: [true,true,true]
in order: true
cancelled with an exception: "Swoole\\Coroutine\\CanceledException"
cancelled without one: "RedisLockException"
left: []
