<?php

declare(strict_types=1);

namespace RedisLock\Amp;

use Amp\Cancellation;
use Amp\CancelledException;
use Amp\DeferredFuture;
use Amp\Sync\Lock;
use Amp\Sync\SyncException;
use Revolt\EventLoop;
use Revolt\EventLoop\Suspension;

use function Amp\async;

/**
 * A fiber that acquires a lock, keeps it, and releases it. A RedisLock belongs to the fiber that acquired it, but any fiber may
 * release an Amp\Sync\Lock, and its destructor does so in a fiber of its own.
 *
 * @internal
 */
final class Owner
{
    public static function acquire(\RedisLock|\RedisSemaphore $lock, ?Cancellation $cancellation): Lock
    {
        $acquired = new DeferredFuture();
        $release = new DeferredFuture();
        $suspension = null; // of the fiber while it acquires
        $ended = async(static function () use ($lock, $acquired, $release, &$suspension, $cancellation): void {
            try {
                $cancellation?->throwIfRequested();
                $suspension = EventLoop::getSuspension();
                $isAcquired = !$release->isComplete() && $lock->acquire();
            } catch (\RedisLockException $exception) {
                $acquired->error(new SyncException($exception->getMessage(), 0, $exception));
                return;
            } catch (\Throwable $exception) {
                $acquired->error($exception);
                return;
            } finally {
                $suspension = null;
            }
            if (!$isAcquired) {
                $acquired->error(new SyncException("\"{$lock->getKey()}\" was not acquired in time: another owner holds it"));
                return;
            }
            $acquired->complete();
            $release->getFuture()->await();
            if (!$lock->release()) {
                throw new SyncException("\"{$lock->getKey()}\" was lost before it was released: its lease was over, or it was deleted");
            }
        });
        $subscription = $cancellation?->subscribe(static function (CancelledException $exception) use (&$suspension): void {
            self::cancel($suspension, $exception);
        });
        try {
            $acquired->getFuture()->await();
            $isTaken = true;
        } finally {
            if ($subscription !== null) {
                $cancellation->unsubscribe($subscription);
            }
            if (!isset($isTaken)) { // it failed, or the waiting fiber is being destroyed
                $acquired->getFuture()->ignore();
                $ended->ignore();
                $release->complete();
                self::cancel($suspension, new CancelledException());
            }
        }
        return new Lock(static function () use ($release, $ended): void {
            $release->complete();
            $ended->await();
        });
    }

    /** Throws into the fiber that acquires a lock; if it is about to run, then at its next suspension. */
    private static function cancel(?Suspension &$suspension, CancelledException $exception): void
    {
        try {
            $suspension?->throw($exception);
        } catch (\Error) {
            EventLoop::defer(static function () use (&$suspension, $exception): void {
                self::cancel($suspension, $exception);
            });
        }
    }
}
