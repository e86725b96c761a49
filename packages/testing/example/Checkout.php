<?php

declare(strict_types=1);

/** Code as it is in an application: it knows nothing of tests. */
final class Checkout
{
    /** @var list<int> the orders that were paid */
    public array $paid = [];

    public function pay(int $order): string
    {
        try {
            return (new RedisLock("order:$order", ttl: 15.0, wait: 5.0))->synchronized(function () use ($order): string {
                if (in_array($order, $this->paid, true)) {
                    return 'paid already';
                }
                $this->paid[] = $order;
                return 'paid';
            });
        } catch (RedisLockTimeoutException | RedisLockConnectionException) {
            return 'in progress';
        } catch (RedisLockLostException) {
            return 'to be checked by hand';
        }
    }
}
