--TEST--
In Revolt's fibers, and outside of them while the loop has something to do, a ticker ticks during a wait, over every kind of server
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../../php-tests/inc/quorum.php';
require __DIR__ . '/../../php-tests/inc/revolt.php';

use Revolt\EventLoop;

const TICKS = 50;

$certificates = (new Certificates())->issue('server');
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
class_exists(EventLoop::class);

/** The holder releases after so many ticks, so a wait that lets no other fiber run never ends. */
$wait = function (string|array $server): array {
    $ticks = 0;
    $isReleased = false;
    $ticker = EventLoop::repeat(0.01, function () use (&$ticks): void {
        $ticks++;
    });
    $suspension = EventLoop::getSuspension();
    EventLoop::queue(function () use ($server, $suspension, &$ticks, &$isReleased): void {
        $holder = new RedisLock('k', server: $server);
        $holder->acquire();
        $suspension->resume();
        $own = EventLoop::getSuspension();
        while ($ticks < TICKS) {
            EventLoop::delay(0.01, function () use ($own): void {
                $own->resume();
            });
            $own->suspend();
        }
        $isReleased = $holder->release();
    });
    $suspension->suspend();
    $waiter = new RedisLock('k', wait: 600.0, server: $server);
    $acquired = $waiter->acquire();
    EventLoop::cancel($ticker);
    return [$acquired, $ticks >= TICKS, $waiter->release()];
};
foreach ($servers as $kind => $server) {
    EventLoop::queue(function () use ($wait, $kind, $server): void {
        say("$kind, in a fiber", $wait($server));
    });
    EventLoop::run();
    say("$kind, outside of all fibers", $wait($server));
}
?>
--EXPECT--
TCP, in a fiber: [true,true,true]
TCP, outside of all fibers: [true,true,true]
TLS, in a fiber: [true,true,true]
TLS, outside of all fibers: [true,true,true]
Sentinel, in a fiber: [true,true,true]
Sentinel, outside of all fibers: [true,true,true]
a quorum, in a fiber: [true,true,true]
a quorum, outside of all fibers: [true,true,true]
