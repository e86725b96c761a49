--TEST--
A sleeper checks that the server knows its BLPOP and repeats a lost one; it stops after a refusal, two missing replies or two losses
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$watchers = [waiter($redis), waiter($redis)];
$seen = function (string $what) use (&$proxy, &$counts): int {
    foreach ($proxy->seen() as $words) {
        $kind = match (true) {
            $words[0] === 'EVALSHA' && in_array('{k}:redislock:looks', $words, true) => 'looks',
            $words[0] === 'BLPOP' => 'pops',
            array_slice($words, 0, 2) === ['CLIENT', 'LIST'] => 'questions',
            default => 'others',
        };
        $counts[$kind] = ($counts[$kind] ?? 0) + 1;
    }
    return $counts[$what] ?? 0;
};
$cases = [
    'a lost pop' => [fn($proxy) => $proxy->on('BLPOP', 'keep'), fn() => null],
    'each pop is lost' => [fn($proxy) => $proxy->always('BLPOP', 'keep'), fn() => null],
    'a refusal' => [fn() => null, fn($proxy) => $proxy->always('CLIENT', 'say', "-NOPERM not you\r\n")],
    'no answers' => [fn() => null, fn($proxy) => $proxy->always('CLIENT', 'hang')],
];
foreach ($cases as $what => [$before, $after]) {
    $holder->acquire();
    enqueue_waiters($redis, $watchers);
    $before($proxy = FaultProxy::before($redis));
    $sleeper = waiter($redis, killed: true, address: "$proxy->address?read_timeout=60");
    $sleeper->tell('wait');
    $counts = [];
    await('its pop', fn() => $seen('pops') > 0);
    $after($proxy);
    unset($counts['looks'], $counts['questions']);
    await('some looks', fn() => $seen('looks') >= 3 && ($what !== 'a lost pop' || $seen('questions') >= 3));
    say("$what: pops", $counts['pops']);
    say('  questions', $counts['questions'] <= 2 ? $counts['questions'] : 'again and again');
    $holder->release();
    say('  owners', count(order_of($what === 'each pop is lost' ? $watchers : [...$watchers, $sleeper])));
    await('the last release', fn() => $redis->locks() === []);
    $sleeper->kill();
}

// The pop's reply is lost.
$proxy = FaultProxy::before($redis)->on('BLPOP', 'hang');
$sleeper = waiter($redis, address: $proxy->address);
$holder->acquire();
enqueue_waiters($redis, [...$watchers, $sleeper]);
$holder->release();
say('a lost reply: owners', count(order_of([...$watchers, $sleeper])));
?>
--EXPECT--
a lost pop: pops: 2
  questions: "again and again"
  owners: 3
each pop is lost: pops: 2
  questions: 2
  owners: 2
a refusal: pops: 1
  questions: 1
  owners: 3
no answers: pops: 1
  questions: 2
  owners: 3
a lost reply: owners: 3
