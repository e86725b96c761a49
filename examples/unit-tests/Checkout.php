<?php

declare(strict_types=1);

/** What is to be tested: an order is paid once, and the customer hears the truth. */
final class Checkout
{
    /** @var list<int> */
    public array $paid = [];

    public function __construct(private readonly Mutex $mutex) {}

    public function pay(int $order): string
    {
        try {
            return $this->mutex->synchronized("order:$order", function () use ($order): string {
                if (in_array($order, $this->paid, true)) {
                    return 'paid already';
                }
                $this->paid[] = $order;

                return 'paid';
            });
        } catch (RedisLockTimeoutException) {
            return 'in progress';
        } catch (RedisLockLostException) {
            return 'to be checked by hand';
        } catch (RedisLockConnectionException) {
            return 'try again later';
        }
    }
}
