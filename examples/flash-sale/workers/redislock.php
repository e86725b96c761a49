<?php

declare(strict_types=1);

/**
 * Books its share of the orders under RedisLock: one lock for each article, so that different articles do not wait
 * for each other.
 */

require __DIR__ . '/../../lib/bootstrap.php';
require __DIR__ . '/../Ledger.php';

[, $worker, $workers, $books, $socket] = $argv;
$ledger = new Ledger($books);

foreach (Order::share((int) $worker, (int) $workers) as $order) {
    // The lease is longer than the slowest payment. Were it not, synchronized() would throw RedisLockLostException.
    $lock = new RedisLock("stock:$order->article", ttl: 10.0, wait: 30.0, server: "unix://$socket");

    $lock->synchronized(fn (): bool => $ledger->book($order));
}
