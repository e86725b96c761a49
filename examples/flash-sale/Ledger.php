<?php

declare(strict_types=1);

require_once __DIR__ . '/rows.php';
require_once __DIR__ . '/Order.php';

/**
 * The books of the shop: a counter for each article, and the list of confirmed orders.
 *
 * Nothing here locks. A worker that books must make sure that no other one books the same article meanwhile.
 */
final class Ledger
{
    /** What the customer's payment provider takes; the counter was read before it and is written after it. */
    private const PAYMENT_SECONDS = [
        'card' => 0.008,
        'wallet' => 0.005,
        'bank' => 1.5,
    ];

    /** @var array<string, int> */
    private readonly array $stock;

    /** @var resource */
    private $confirmed;

    public function __construct(private readonly string $directory)
    {
        $this->stock = self::stock();

        // One short line appended by one write: this list is right even when the counters are not.
        $this->confirmed = fopen("$directory/confirmed", 'a') ?: throw new RuntimeException("cannot write in $directory");
    }

    public static function create(string $directory): self
    {
        mkdir($directory);
        $ledger = new self($directory);
        foreach (array_keys($ledger->stock) as $article) {
            file_put_contents($ledger->counter($article), '000000');
        }

        return $ledger;
    }

    /** @return array<string, int> pieces of each article before the sale */
    public static function stock(): array
    {
        $stock = [];
        foreach (rows(__DIR__ . '/stock.csv') as [$article, $pieces]) {
            $stock[$article] = (int) $pieces;
        }

        return $stock;
    }

    /** Books the order and confirms it to the customer, or refuses it because the article is sold out. */
    public function book(Order $order): bool
    {
        $sold = (int) file_get_contents($this->counter($order->article));
        if ($sold >= $this->stock[$order->article]) {
            return false;
        }

        $this->charge($order);

        $this->writeCounter($order->article, $sold + 1);
        fwrite($this->confirmed, "$order->article\n");

        return true;
    }

    /**
     * What customers count on, whatever the counters say.
     *
     * @return array<string, int> confirmed orders of each article
     */
    public function confirmed(): array
    {
        $confirmed = array_fill_keys(array_keys($this->stock), 0);
        foreach (file("$this->directory/confirmed", FILE_IGNORE_NEW_LINES) ?: [] as $article) {
            $confirmed[$article]++;
        }

        return $confirmed;
    }

    private function charge(Order $order): void
    {
        usleep((int) (self::PAYMENT_SECONDS[$order->payment] * 1e6));
    }

    private function writeCounter(string $article, int $sold): void
    {
        // In place and of fixed width: no worker ever reads half a number. All that can go wrong is the missing lock.
        $file = fopen($this->counter($article), 'r+') ?: throw new RuntimeException("no counter of $article");
        fwrite($file, sprintf('%06d', $sold));
        fclose($file);
    }

    private function counter(string $article): string
    {
        return "$this->directory/$article.sold";
    }
}
