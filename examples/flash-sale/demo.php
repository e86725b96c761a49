<?php

declare(strict_types=1);

/**
 * A flash sale, three times over the same orders: without a lock, with the lock of many an article, with RedisLock.
 *
 * Each time several processes book orders.csv against stock.csv; workers/ holds the three ways to do it. What counts as
 * sold is what customers have a confirmation of, not what the books say.
 * Exits with 1 unless the first two sell too much and the third sells exactly what there is.
 */

require __DIR__ . '/../lib/bootstrap.php';
require __DIR__ . '/Ledger.php';

const WORKERS = 6;

/** Worker script => title, explanation. */
const RUNS = [
    'without-lock' => [
        'Without a lock',
        <<<'TEXT'
            Two workers read the same counter, both sell a piece, both write the same new number: two confirmations,
            one of them counted. A slow payment is worse: it undoes what the others counted meanwhile.
            TEXT,
    ],
    'setnx-expire-del' => [
        'SETNX, EXPIRE 1 s, DEL: the recipe of many an article',
        <<<'TEXT'
            A bank transfer takes 1.5 s, the lease ends after 1 s: others sell the article meanwhile. Then the late
            worker overwrites their counter, and its DEL removes a lock that is not its own.
            TEXT,
    ],
    'redislock' => [
        'RedisLock',
        <<<'TEXT'
            One worker at a time for each article, and only the owner can give a lock back: all that was in stock is
            sold, and nothing twice.
            TEXT,
    ],
];

/**
 * Has all orders booked by the workers, into new books.
 *
 * @return array<string, int> confirmed orders of each article
 */
function sell(string $script, PrivateRedis $redis): array
{
    $books = "$redis->directory/$script";
    $ledger = Ledger::create($books);

    $workers = [];
    for ($number = 0; $number < WORKERS; $number++) {
        $workers[] = PhpProcess::start(__DIR__ . "/workers/$script.php", $number, WORKERS, $books, $redis->socket);
    }
    $exitCodes = array_map(static fn (PhpProcess $worker): int => $worker->wait(), $workers);
    if (array_filter($exitCodes) !== []) {
        throw new RuntimeException("a worker of the run $script failed");
    }

    return $ledger->confirmed();
}

/** @param list<array{article: string, ordered: int, stock: int, sold: int, oversold: int}> $rows */
function print_table(array $rows): void
{
    $line = "  %-18s %8s %8s %8s %9s\n";
    printf($line, 'article', 'ordered', 'stock', 'sold', 'oversold');
    foreach ($rows as $row) {
        vprintf($line, $row);
    }
    printf($line, 'total', ...array_map(
        static fn (string $column): int => array_sum(array_column($rows, $column)),
        ['ordered', 'stock', 'sold', 'oversold'],
    ));
}

$redis = new PrivateRedis();
$stock = Ledger::stock();
$ordered = array_count_values(array_column(Order::all(), 'article'));
$failures = [];

printf("%d orders for %d articles, booked by %d processes\n", array_sum($ordered), count($stock), WORKERS);

foreach (RUNS as $script => [$title, $explanation]) {
    echo "\n$title\n\n";

    $start = hrtime(true);
    $sold = sell($script, $redis);
    $seconds = (hrtime(true) - $start) / 1e9;

    $rows = [];
    foreach ($stock as $article => $pieces) {
        $rows[] = [
            'article' => $article,
            'ordered' => $ordered[$article],
            'stock' => $pieces,
            'sold' => $sold[$article],
            'oversold' => max(0, $sold[$article] - $pieces),
        ];
    }
    print_table($rows);
    printf("  %.1f s, %d orders refused\n\n$explanation\n", $seconds, array_sum($ordered) - array_sum($sold));

    $oversold = array_sum(array_column($rows, 'oversold'));
    $inexact = array_filter(
        $rows,
        static fn (array $row): bool => $row['sold'] !== min($row['stock'], $row['ordered']),
    );
    if ($script === 'redislock' && $inexact !== []) {
        $failures[] = 'not exact with RedisLock: ' . implode(', ', array_column($inexact, 'article'));
    }
    if ($script !== 'redislock' && $oversold === 0) {
        $failures[] = "nothing oversold in the run $script";
    }
}

if ($failures !== []) {
    fwrite(STDERR, "\nFAILED: " . implode('; ', $failures) . "\n");
    exit(1);
}
echo "\nAs it should be: the first two runs sold what was not there, the third was exact.\n";
