<?php

declare(strict_types=1);

/**
 * Books its share of the orders with no lock at all: read, check, write, and so does everybody else.
 */

require __DIR__ . '/../../lib/bootstrap.php';
require __DIR__ . '/../Ledger.php';

[, $worker, $workers, $books] = $argv;
$ledger = new Ledger($books);

foreach (Order::share((int) $worker, (int) $workers) as $order) {
    $ledger->book($order);
}
