<?php

declare(strict_types=1);

/**
 * Made orders.csv, and makes the same again: php make-orders.php > orders.csv
 */

const ORDERS = 3_000;
const CUSTOMERS = 1_800;

/** Of a hundred orders, how many ask for the article. */
const DEMAND = [
    'espresso-machine' => 9,
    'headphones' => 10,
    'running-shoes' => 11,
    'rain-jacket' => 7,
    'backpack' => 8,
    'table-lamp' => 6,
    'bluetooth-speaker' => 11,
    'cast-iron-pan' => 7,
    'picnic-blanket' => 8,
    'garden-chair' => 7,
    'board-game' => 10,
    'wool-scarf' => 6,
];

/**
 * The articles of which one early customer pays by bank transfer, which takes longer than a naive lease. Early,
 * because an order only does damage while there is stock left to sell twice.
 */
const PAID_BY_BANK = ['headphones', 'running-shoes', 'backpack', 'bluetooth-speaker', 'garden-chair', 'board-game'];
const BANK_ORDER = 20;

mt_srand(1129);

$articles = [];
foreach (DEMAND as $article => $percent) {
    array_push($articles, ...array_fill(0, $percent, $article));
}

$ordered = array_fill_keys(array_keys(DEMAND), 0);
echo "order,customer,article,payment\n";
for ($number = 1; $number <= ORDERS; $number++) {
    $article = $articles[mt_rand(0, count($articles) - 1)];
    $customer = sprintf('C%04d', mt_rand(1, CUSTOMERS));
    $payment = mt_rand(1, 3) === 1 ? 'wallet' : 'card';
    if (++$ordered[$article] === BANK_ORDER && in_array($article, PAID_BY_BANK, true)) {
        $payment = 'bank';
    }
    echo "$number,$customer,$article,$payment\n";
}
