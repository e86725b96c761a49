--TEST--
A writer that was called together with a reader comes after that one has left: it is the head, and no newcomer passes it; who leaves before it knows how far it came calls one
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$first = waiter($redis, ['shared' => true]);
$leaving = waiter($redis, ['shared' => true, 'leaves' => true]);
$writer = waiter($redis, ['token' => 'writer']);
$holder->acquire();
line_up($redis, [$first]);
$leaving->tell('wait');
await_line($redis, 2);
$writer->tell('wait');
await_line($redis, 3);
$sender->send('STOP', $leaving);
$sender->send('STOP', $writer);
$holder->release();
$first->hear();
$sender->send('USR1', $leaving);
$sender->send('CONT', $leaving);
say('leaves', json_decode($leaving->hear())[0]);
$sender->send('CONT', $writer);
await('the writer', fn() => in_array('writer', $redis->ask('MGET', '{k}:redislock:head', '{k}:redislock:second'), true));
say('a newcomer', (new RedisLock('k', server: $redis->address, shared: true))->tryAcquire());
$first->tell('release');
say('the writer', json_decode($writer->hear())[0]);
$writer->tell('release');

// A heavy one is called, comes, and is interrupted before the answer is there.
$proxy = FaultProxy::before($redis);
$semaphore = fn(int $weight) => waiter($redis, ['permits' => 3, 'weight' => $weight]);
[$first, $heavy, $light] = [$semaphore(2), $semaphore(2), $semaphore(1)];
$leaving = PhpChild::start(<<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, fn() => throw new RuntimeException('a signal'));
    $semaphore = new RedisSemaphore('k', permits: 3, weight: 2, ttl: 600.0, wait: 600.0, server: $argv[1]);
    hear();
    echo thrown(fn() => $semaphore->acquire()), "\n";
    hear();
    PHP, [$proxy->address], killed: true);
await('the end of earlier calls', fn() => $redis->ask('KEYS', '{k}:*') === []);
$all = new RedisSemaphore('k', permits: 3, weight: 3, ttl: 600.0, server: $redis->address);
$all->acquire();
line_up($redis, [$first]);
foreach ([$leaving, $heavy, $light] as $n => $waiter) {
    $waiter->tell('wait');
    await_line($redis, $n + 2);
}
$sender->send('STOP', $heavy);
$proxy->always('EVALSHA', 'late', 0.25);
$all->release();
$first->hear();
await('the one that is called', fn() => strlen((string) $redis->ask('GET', '{k}:redislock:head')) === 32);
$proxy->behave();
$sender->send('USR1', $leaving);
say('leaves', $leaving->hear());
say('still in line', $redis->info('blocked_clients'));
$sender->send('CONT', $heavy);
$first->tell('release');
say('both', owners_of([$heavy, $light]));
?>
--EXPECT--
leaves: false
a newcomer: false
the writer: true
leaves: "RuntimeException: a signal"
still in line: 1
both: [0,1]
