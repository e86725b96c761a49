<?php

declare(strict_types=1);

/**
 * Books its share of the orders under the lock of many an article on the web. Do not copy: it has three faults.
 *
 * - A crash between SETNX and EXPIRE leaves a lock that never ends.
 * - When the work outlives the lease, the next worker gets in, and no worker notices.
 * - DEL then deletes the lock of that next worker, and lets in yet another one.
 */

require __DIR__ . '/../../lib/bootstrap.php';
require __DIR__ . '/../Ledger.php';

const LEASE_SECONDS = 1;

[, $worker, $workers, $books, $socket] = $argv;
$ledger = new Ledger($books);
$redis = new TinyRedis($socket);

foreach (Order::share((int) $worker, (int) $workers) as $order) {
    $key = "stock:$order->article";

    while (!$redis->setnx($key, '1')) {
        usleep(2_000);
    }
    $redis->expire($key, LEASE_SECONDS);

    try {
        $ledger->book($order);
    } finally {
        $redis->del($key);
    }
}
