<?php

declare(strict_types=1);

/**
 * Unit tests of code that locks, without a Redis, and without the extension where it is not installed.
 *
 * Exits with 1 unless all is as expected. With PHPUnit, each block is a test, and the first lines are its bootstrap.
 */

if (!extension_loaded('redislock')) {
    // For the exceptions. Its RedisLock does nothing, and fails where it should return something.
    require __DIR__ . '/../../stubs/redislock.php';
}
require __DIR__ . '/Mutex.php';
require __DIR__ . '/FakeMutex.php';
require __DIR__ . '/Checkout.php';

$failures = 0;
$expect = static function (string $what, mixed $expected, mixed $actual) use (&$failures): void {
    $failures += $expected === $actual ? 0 : 1;
    echo $expected === $actual ? 'ok' : 'FAILED', ": $what\n";
};

$checkout = new Checkout(new FakeMutex());
$expect('an order is paid', 'paid', $checkout->pay(4711));
$expect('but once', 'paid already', $checkout->pay(4711));

$mutex = new FakeMutex();
$mutex->held['order:4711'] = true;
$checkout = new Checkout($mutex);
$expect('while another owner has the order', 'in progress', $checkout->pay(4711));
$expect('it is not paid', [], $checkout->paid);
$expect('another order is not affected', 'paid', $checkout->pay(4712));

$mutex = new FakeMutex();
$mutex->losing['order:4711'] = true;
$expect('a lock that was lost', 'to be checked by hand', (new Checkout($mutex))->pay(4711));
$expect('is given up', [], $mutex->held);

$mutex = new FakeMutex();
$mutex->serverIsAway = true;
$checkout = new Checkout($mutex);
$expect('without a server', 'try again later', $checkout->pay(4711));
$expect('nothing is paid', [], $checkout->paid);

exit($failures === 0 ? 0 : 1);
