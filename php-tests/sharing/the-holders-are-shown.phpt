--TEST--
getHolder() returns our share of a shared lock, or else the one that ends last; getHolders() lists all by the ends of their leases
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

/** Label, seconds in hundreds (a busy machine may have used some of them), whether it is our own. */
$shown = fn(RedisLockHolder $holder) => [$holder->label, 100 * (int) ceil($holder->remaining / 100), $holder->isOwn];
$redis = RedisServer::start();
$asks = reader($redis);
say('no holder', $asks->getHolder());
$long = reader($redis, label: 'the longest', ttl: 500.0);
$short = reader($redis, label: 'a short one', ttl: 100.0);
$long->acquire();
$short->acquire();
say('without a share', $shown($asks->getHolder()));
say('with a share', [$shown($short->getHolder()), $shown($long->getHolder())]);
say('an exclusive one', $shown(writer($redis)->getHolder()));
$redis->ask('DEL', 'k');

$semaphore = semaphore($redis, 5, label: 'web %p');
say('no holder', [$semaphore->getHolders(), $semaphore->getFree()]);
$last = semaphore($redis, 5, ttl: 300.0, weight: 2);
$first = semaphore($redis, 5, ttl: 100.0, token: 'a:b');
$last->acquire();
$semaphore->refresh();
$semaphore->acquire();
$semaphore->refresh(200.0);
$first->acquire();
$holders = $semaphore->getHolders();
say('as a list', array_is_list($holders));
say('three, by the ends of their leases', array_map($shown, str_replace((string) getmypid(), '%p', $holders[1]->label) === 'web %p' ? [$holders[0], $holders[2]] : []));
say('and ours', [$holders[1]->isOwn, (int) round($holders[1]->remaining)]);
say('as another one sees it', array_column(array_map(fn($holder) => (array) $holder, $last->getHolders()), 'isOwn'));
say('free', $semaphore->getFree());
$redis->ask('DEL', 'k');

// At most a thousand are listed; all are counted.
foreach (array_chunk(range(1, 1500), 500) as $numbers) {
    $redis->ask('ZADD', 'k', ...array_merge(...array_map(fn($n) => [server_time($redis) + 60_000 + $n, "1:$n"], $numbers)));
}
$redis->ask('PEXPIRE', 'k', 60_000);
say('of 1,500', [count($semaphore->getHolders()), semaphore($redis, 2_000)->getFree(), $semaphore->getFree()]);
say('all are ended', [$semaphore->forceRelease(), $redis->ask('EXISTS', 'k'), $semaphore->forceRelease()]);
?>
--EXPECT--
no holder: null
without a share: ["the longest",500,false]
with a share: [["a short one",100,true],["the longest",500,true]]
an exclusive one: ["the longest",500,false]
no holder: [[],5]
as a list: true
three, by the ends of their leases: [[null,100,false],[null,300,false]]
and ours: [true,200]
as another one sees it: [false,false,true]
free: 1
of 1,500: [1000,500,0]
all are ended: [1500,0,0]
