<?php

declare(strict_types=1);

require_once __DIR__ . '/rows.php';

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
        $orders = [];
        foreach (rows(__DIR__ . '/orders.csv') as [$number, $customer, $article, $payment]) {
            $orders[] = new self((int) $number, $customer, $article, $payment);
        }

        return $orders;
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
