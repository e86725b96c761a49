<?php

declare(strict_types=1);

/**
 * One line of orders.csv: one customer wants one piece of one article.
 */
final class Order
{
    public function __construct(
        public readonly int $number,
        public readonly string $customer,
        public readonly string $article,
        public readonly string $payment,
    ) {}

    /** @return list<self> */
    public static function all(): array
    {
        $lines = file(__DIR__ . '/orders.csv', FILE_IGNORE_NEW_LINES);

        return array_map(
            static function (string $line): self {
                [$number, $customer, $article, $payment] = str_getcsv($line, ',', '"', '');

                return new self((int) $number, $customer, $article, $payment);
            },
            array_slice($lines, 1),
        );
    }

    /**
     * The orders that fall to one of several workers: every $workers-th, beginning with number $worker (from 0).
     *
     * @return iterable<self>
     */
    public static function share(int $worker, int $workers): iterable
    {
        foreach (self::all() as $index => $order) {
            if ($index % $workers === $worker) {
                yield $order;
            }
        }
    }
}
