<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use RedisLock\Testing\FakeRedisLock;
use RedisLock\Testing\FakesRedisLocks;

final class CheckoutTest extends TestCase
{
    use FakesRedisLocks;

    public function testAnOrderIsPaidOnce(): void
    {
        $checkout = new Checkout();
        self::assertSame('paid', $checkout->pay(4711));
        self::assertSame('paid already', $checkout->pay(4711));
        self::assertRedisLockAcquired('order:4711');
        self::assertRedisLockFree('order:4711');
    }

    public function testAnOrderThatAnotherServerWorksAt(): void
    {
        FakeRedisLock::lockElsewhere('order:4711', ttl: 15.0);
        $checkout = new Checkout();
        self::assertSame('in progress', $checkout->pay(4711));
        self::assertSame([], $checkout->paid);
        FakeRedisLock::advance(15.0);
        self::assertSame('paid', $checkout->pay(4711));
    }

    public function testALockThatIsLost(): void
    {
        FakeRedisLock::loseNext('order:4711');
        self::assertSame('to be checked by hand', (new Checkout())->pay(4711));
    }

    public function testNoServer(): void
    {
        FakeRedisLock::serverIsAway();
        $checkout = new Checkout();
        self::assertSame('in progress', $checkout->pay(4711));
        self::assertSame([], $checkout->paid);
    }
}
