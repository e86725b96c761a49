--TEST--
If the work of synchronized() throws, exits or its fiber is destroyed while another fiber asks the object, the call ends and the lock is released
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';

const WORK = <<<'PHP'
    $lock = new RedisLock('k', ttl: 600.0, server: "$address?read_timeout=60", autoRelease: false);
    $works = false;
    $fiber = new Fiber(function () use ($lock, $how, &$works) {
        try {
            $lock->synchronized(function () use ($how, &$works) {
                $works = true;
                Fiber::suspend();
                $how === 'throws' ? throw new DomainException('of the work') : exit;
            });
        } catch (DomainException $exception) {
            say('  thrown', $exception->getMessage());
        }
    });
    $fiber->start();
    Loop::run(function () use (&$works) { return $works; });
    PHP;

RedisLock::setPoll(Loop::poll(...));
$redis = RedisServer::start();
$address = $redis->address;
foreach (['throws', 'is destroyed'] as $how) {
    echo "$how:\n";
    eval(WORK);
    $redis->suspend();
    Loop::start(fn() => say('  the other fiber has', $lock->isOwned()));
    $how === 'throws' ? $fiber->resume() : $fiber = null;
    $redis->resume();
    Loop::run();
    say('  held', [$lock->isHeld(), $redis->ask('EXISTS', 'k')]);
}
echo "exits:\n";
$proxy = FaultProxy::before($redis)->on('EVAL', 'delay', 0.2);
$child = PhpChild::start('require ' . var_export(__DIR__ . '/../inc/Loop.php', true) . ';' . <<<'PHP'
    RedisLock::setPoll(Loop::poll(...));
    [, $address, $how] = $argv;
    PHP . WORK . <<<'PHP'
    Loop::start(fn() => $lock->isOwned());
    $fiber->resume();
    PHP, [$proxy->address, 'exits']);
echo $child->finish();
await('the release behind the delay', fn() => $redis->ask('EXISTS', 'k') === 0);

// Other fibers run while the release of such work awaits its reply.
foreach (['returns' => fn() => 1, 'throws' => fn() => throw new DomainException('of the work')] as $how => $ending) {
    $ticks = 0;
    Loop::start(function () use ($address, $redis, $ending): void {
        try {
            (new RedisLock('k', ttl: 600.0, server: "$address?read_timeout=20"))->synchronized(function () use ($redis, $ending) {
                Loop::sleep(0.001);
                $redis->suspend();
                $ending();
            });
        } catch (DomainException) {
        }
    });
    Loop::start(function () use ($redis, &$ticks): void {
        for (; $ticks < 50; $ticks++) {
            Loop::sleep(0.001);
        }
        $redis->resume();
    });
    Loop::run();
    say("$how, meanwhile ticks", $ticks);
    $redis->resume();
    say('  held', $redis->ask('EXISTS', 'k'));
}
?>
--EXPECT--
throws:
  the other fiber has: true
  thrown: "of the work"
  held: [false,0]
is destroyed:
  the other fiber has: true
  held: [false,0]
exits:
returns, meanwhile ticks: 50
  held: 0
throws, meanwhile ticks: 50
  held: 0
