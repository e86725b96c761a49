--TEST--
While a call waits, other fibers run: over TCP, a Unix socket, TLS and a quorum, for locks, shared locks and semaphores
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';
require __DIR__ . '/../inc/quorum.php';

const TICKS = 50;

$certificates = (new Certificates())->issue('server');
$plain = RedisServer::start(tcp: true);
$encrypted = RedisServer::start($certificates->config('server'), tls: true);
$quorum = servers(3);
RedisLock::setPoll(Loop::poll(...));

/** The holder releases after 50 ticks of another fiber, so a wait that lets no other fiber run never ends. */
$hand_over = function (callable $make): void {
    $said = [];
    $isHeld = false;
    $holds = true;
    $ticks = 0;
    Loop::start(function () use ($make, &$ticks, &$isHeld, &$holds, &$said) {
        $holder = $make();
        $said['the holder has it'] = $isHeld = $holder->acquire();
        while ($ticks < TICKS) {
            Loop::sleep(0.01);
        }
        $said['the holder released'] = $holder->release();
        $holds = false;
    });
    Loop::start(function () use (&$ticks, &$holds) {
        while ($holds) {
            Loop::sleep(0.01);
            $ticks++;
        }
    });
    Loop::start(function () use ($make, &$ticks, &$isHeld, &$said) {
        while (!$isHeld) {
            Loop::sleep(0.01);
        }
        $waiter = $make();
        $said['the waiter has it'] = $waiter->acquire(60.0);
        $said['others ran meanwhile'] = $ticks >= TICKS;
        $said['the waiter released'] = $waiter->release();
    });
    Loop::run();
    ksort($said);
    say('  all', $said);
};

$servers = [
    'TCP' => "redis://127.0.0.1:$plain->port",
    'a Unix socket' => $plain->address,
    'TLS' => $encrypted->tlsAddress($certificates),
    'a quorum' => addresses($quorum),
];
foreach ($servers as $name => $server) {
    echo "$name\n";
    $hand_over(fn() => new RedisLock('k', server: $server));
}
echo "a shared lock\n";
$number = 0;
$hand_over(function () use ($plain, &$number) {
    return $number++ === 0
        ? new RedisLock('k', server: $plain->address)
        : new RedisLock('k', server: $plain->address, shared: true);
});
echo "a semaphore\n";
$hand_over(fn() => new RedisSemaphore('s', 1, server: $plain->address));
?>
--EXPECT--
TCP
  all: {"others ran meanwhile":true,"the holder has it":true,"the holder released":true,"the waiter has it":true,"the waiter released":true}
a Unix socket
  all: {"others ran meanwhile":true,"the holder has it":true,"the holder released":true,"the waiter has it":true,"the waiter released":true}
TLS
  all: {"others ran meanwhile":true,"the holder has it":true,"the holder released":true,"the waiter has it":true,"the waiter released":true}
a quorum
  all: {"others ran meanwhile":true,"the holder has it":true,"the holder released":true,"the waiter has it":true,"the waiter released":true}
a shared lock
  all: {"others ran meanwhile":true,"the holder has it":true,"the holder released":true,"the waiter has it":true,"the waiter released":true}
a semaphore
  all: {"others ran meanwhile":true,"the holder has it":true,"the holder released":true,"the waiter has it":true,"the waiter released":true}
