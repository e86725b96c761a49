--TEST--
Consecutive readers acquire together; clients that arrive after a writer acquire after it, also one that does not wait
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/sharing.php';

$redis = RedisServer::start();
/** Returns whether no further waiter acquires. They have time for it: a wait for another lock ends meanwhile. */
$unchanged = function (array $waiters) use ($redis): bool {
    $other = new RedisLock('other', ttl: 0.1, server: $redis->address);
    $other->acquire();
    $next = new RedisLock('other', server: $redis->address);
    return $next->acquire() && array_filter($waiters, fn(PhpChild $waiter) => $waiter->hasSpoken()) === [];
};
$release = function (PhpChild ...$holders): void {
    foreach ($holders as $holder) {
        $holder->tell('release');
        $holder->hear() === 'released: true' || throw new RuntimeException('it was lost');
    }
};
$first = [reader($redis), reader($redis)];
foreach ($first as $reader) {
    $reader->tell('wait');
    $reader->hear();
}
$all = $waiters = ['writer 1' => writer($redis), 'reader 1' => reader($redis), 'reader 2' => reader($redis), 'reader 3' => reader($redis)];
enqueue_sharers($redis, ...array_values($waiters));
say('at once', (new RedisLock('k', server: $redis->address, shared: true))->tryAcquire());
say('while they read', $unchanged($waiters));
$release($first[0]);
say('while one reads', $unchanged($waiters));
$release($first[1]);
say('then', await_acquired($waiters, 1));
say('while it writes', $unchanged($waiters));
$release($all['writer 1']);
$in = await_acquired($waiters, 3);
sort($in);
say('then', $in);
$all += $waiters = ['writer 2' => writer($redis), 'reader 4' => reader($redis), 'writer 3' => writer($redis)];
enqueue_sharers($redis, ...array_values($waiters));
say('while they read', $unchanged($waiters));
say('at once', (new RedisLock('k', server: $redis->address, shared: true))->tryAcquire());
$release($all['reader 2'], $all['reader 1'], $all['reader 3']);
foreach (['writer 2', 'reader 4', 'writer 3'] as $next) {
    say('then', await_acquired($waiters, 1));
    say('meanwhile', $unchanged($waiters));
    $release($all[$next]);
}
say('in the end', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
at once: false
while they read: true
while one reads: true
then: ["writer 1"]
while it writes: true
then: ["reader 1","reader 2","reader 3"]
while they read: true
at once: false
then: ["writer 2"]
meanwhile: true
then: ["reader 4"]
meanwhile: true
then: ["writer 3"]
meanwhile: true
in the end: 0
