--TEST--
A listener is told of exactly what happens to locks: contention, acquisition, time-out, release, loss
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
$events = [];
RedisLock::listen(function (RedisLockEvent $event) use (&$events, $key, $kind) {
    $event->key === $key || throw new Exception("of $event->key");
    $event->kind === 'lock' || throw new Exception("of a $event->kind");
    $event->server !== '' && !str_contains($event->server, 'password') || throw new Exception("at $event->server");
    $events[] = $event;
});
$told = function () use (&$events): array {
    $shown = array_column($events, 'type');
    $events = [];
    return $shown;
};
$are_told = function () use (&$events): bool {
    return $events !== [];
};
$new = fn(mixed ...$options) => new RedisLock($key, ...[...$options, 'server' => $kind->server]);

$lock = $new(ttl: 60.0);
$lock->acquire();
$acquired = $events[0];
say('acquired', [$told(), $acquired->waited === $lock->getWaited(), $acquired->held, $acquired->attempts, $acquired->reason, $acquired->fence]);
$lock->acquire();
$lock->refresh();
say('refreshed', $told());
$other = $new(ttl: 60.0);
say('tryAcquire', [$other->tryAcquire(), $told()]);
say('acquire(0)', [$other->acquire(0.0), $told()]);
say('acquire(0.2)', [$other->acquire(0.2), $events[1]->waited === $other->getWaited(), $events[1]->attempts > 1, $told()]);
say('synchronized', [strtok(thrown(fn() => $other->synchronized(fn() => null, 0.1)), ':'), $told()]);
$lock->release();
say('released', [$events[0]->held > 0.3, $told(), $lock->release(), $told()]);

$holder = child(<<<'PHP'
    $lock = new RedisLock($argv[1], server: Kind::current()->server);
    say('acquired', $lock->acquire());
    hear();
    await('a waiter with a seat', function () use ($argv) {
        [$one, $two] = array_map(fn(int $seat) => Kind::current()->askAll($argv[1], 'STRLEN', "{{$argv[1]}}:redislock:seat$seat"), [1, 2]);
        return array_sum($one) + array_sum($two) > 0;
    });
    $lock->release();
    PHP, [$key]);
$holder->hear();
$holder->tell('go');
say('after a wait', [$lock->acquire(60.0), $told()]);
$holder->finish();
$lock->release();
$told();

$lock->synchronized(function () use (&$events) {
    $events[] = (object) ['type' => 'the work'];
});
say('synchronized', $told());
$lock->acquire();
unset($lock);
say('destroyed', $told());
$lock = $new(ttl: 60.0, fenced: true);
$lock->acquire();
$fence = $lock->getFence();
$lock->release();
say('fenced', [array_map(fn(RedisLockEvent $event) => $event->fence === $fence, $events), $told()]);

foreach (['renewed' => ['autoRenew' => true], 'not renewed' => [], 'abortOnLoss' => ['autoRenew' => true, 'abortOnLoss' => true]] as $how => $options) {
    $lock = $new(...[...$options, 'ttl' => 15.0]);
    $lock->acquire();
    $told();
    $thrown = thrown(function () use ($kind, $key, $are_told) {
        $kind->ask($key, 'DEL', $key);
        return await('the loss', $are_told);
    });
    $lost = $events[0];
    say("$how, deleted", [strtok($thrown, ':'), $lost->held > 0.0, $lost->reason !== null, $told()]);
    say('its release', [$lock->release(), $told()]);
}
$lock = $new(ttl: 0.3);
$lock->acquire();
$told();
await('the end of its lease', $are_told);
await('the expiry, which is some milliseconds later', fn() => $kind->keyHolds($key) === null);
say('not renewed, expired', [$events[0]->reason, $told(), $lock->release(), $told()]);

RedisLock::listen(null);
$lock->acquire();
$lock->release();
say('without a listener', $told());
$stats = RedisLock::stats();
say('counted', array_intersect_key($stats, array_flip(['acquired', 'contended', 'timeouts', 'released', 'lost', 'errors', 'held', 'waiting'])));
?>
--EXPECT--
acquired: [["acquired"],true,null,1,null,null]
refreshed: []
tryAcquire: [false,["contended"]]
acquire(0): [false,["contended","timeout"]]
acquire(0.2): [false,true,true,["contended","timeout"]]
synchronized: ["RedisLockTimeoutException",["contended","timeout"]]
released: [true,["released"],false,[]]
after a wait: [true,["contended","acquired"]]
synchronized: ["acquired","the work","released"]
destroyed: ["acquired","released"]
fenced: [[true,true],["acquired","released"]]
renewed, deleted: ["nothing thrown, returned true",true,true,["lost"]]
its release: [false,[]]
not renewed, deleted: ["nothing thrown, returned true",true,true,["lost"]]
its release: [false,[]]
abortOnLoss, deleted: ["RedisLockLostException",true,true,["lost"]]
its release: [false,[]]
not renewed, expired: ["the work took longer than the ttl (use autoRenew: true, or a longer ttl)",["lost"],false,[]]
without a listener: []
counted: {"acquired":10,"contended":5,"timeouts":3,"released":6,"lost":4,"errors":0,"held":0,"waiting":0}
