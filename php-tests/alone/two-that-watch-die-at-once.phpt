--TEST--
The head and the second die at once, with no deputy left: who looks now and then has become one; and whoever comes after both have gone is the head
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);

/** @return list<PhpChild> a line of waiters that are labelled with their numbers, the first of them the head, another one the second */
function with_a_second(RedisServer $redis, int $count): array
{
    $waiters = array_map(fn($n) => waiter($redis, ['label' => "$n"], killed: true), range(0, $count - 1));
    line_up($redis, $waiters);
    // Those who come last and give up take the duty of those before them away.
    await('a second', function () use ($redis, $count) {
        $newest = array_map(fn() => waiter($redis), range(1, 4));
        array_walk($newest, fn($waiter) => $waiter->tell('0.3'));
        array_walk($newest, fn($waiter) => $waiter->hear());
        return (who($redis, 'second') ?? $count) < $count;
    });

    return $waiters;
}

/** The number of the waiter in this role. */
function who(RedisServer $redis, string $role): ?int
{
    $token = $redis->ask('GET', "{k}:redislock:$role");

    return is_string($token) && str_contains($token, ':') ? (int) explode(':', $token)[1] : null;
}

$holder->acquire();
$waiters = with_a_second($redis, 6);
await('a look of one in line', fn() => $redis->ask('EXISTS', '{k}:redislock:looked') === 1);
$all = $waiters;
foreach ([who($redis, 'head'), who($redis, 'second')] as $dead) {
    $sender->send('STOP', $waiters[$dead]);
    unset($waiters[$dead]);
}
$start = now();
$holder->release();
await('the next owner', fn() => array_filter($waiters, fn($waiter) => $waiter->hasSpoken()) !== []);
say('taken soon', now() - $start < 1.0 || is_slow());
array_walk($all, fn($waiter) => $waiter->kill());
await('their end', fn() => waiting_connections($redis) === []);
$redis->ask('FLUSHALL');

$holder->acquire();
[$head, $second] = with_a_second($redis, 2);
$holder->release();
foreach ([$head, $second] as $waiter) {
    $waiter->hear();
    $waiter->tell('release');
}
await('its release', fn() => $redis->ask('EXISTS', 'k') === 0);
$holder->acquire();
$next = waiter($redis, ['label' => '7']);
$next->tell('wait');
await('who comes next', fn() => who($redis, 'head') === 7 || who($redis, 'second') === 7);
say('is the head', who($redis, 'head') === 7);
say('beside nobody', $redis->ask('EXISTS', '{k}:redislock:second') === 0);
$holder->release();
$next->hear();
$next->tell('release');
?>
--EXPECT--
taken soon: true
is the head: true
beside nobody: true
