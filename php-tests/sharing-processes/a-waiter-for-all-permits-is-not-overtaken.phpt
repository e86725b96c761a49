--TEST--
A semaphore gives permits in the order of arrival, so waiters for one permit do not overtake a waiter for all of them
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/sharing.php';

$redis = RedisServer::start();
$light = fn() => sharer($redis, ['permits' => 5]);
$release = function (PhpChild $holder): void {
    $holder->tell('release');
    $holder->hear() === 'released: true' || throw new RuntimeException('it was lost');
};
$semaphore = new RedisSemaphore('k', permits: 5, server: $redis->address);
$holders = [$light(), $light(), $light(), $light(), $light()];
foreach ($holders as $holder) {
    $holder->tell('wait');
    $holder->hear();
}
$all = $waiters = ['heavy' => sharer($redis, ['permits' => 5, 'weight' => 5]), 'light 1' => $light(), 'light 2' => $light(), 'middle' => sharer($redis, ['permits' => 5, 'weight' => 3]), 'light 3' => $light()];
enqueue_sharers($redis, ...array_values($waiters));
for ($n = 0; $n < 4; $n++) {
    $release($holders[$n]);
    await('the permit', fn() => $semaphore->getFree() === $n + 1);
    say("with " . ($n + 1) . " free, at once", (new RedisSemaphore('k', permits: 5, server: $redis->address))->tryAcquire());
}
say('in', await_acquired($waiters));
$release($holders[4]);
// From here on, a waiter that a busy machine suspends for 20 ms may be overtaken.
for ($had = []; $waiters; array_push($had, ...$in)) {
    $in = await_acquired($waiters, 1);
    array_map(fn(string $name) => $release($all[$name]), $in);
}
sort($had);
say('then', $had);
?>
--EXPECT--
with 1 free, at once: false
with 2 free, at once: false
with 3 free, at once: false
with 4 free, at once: false
in: []
then: ["heavy","light 1","light 2","light 3","middle"]
