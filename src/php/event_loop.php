static function ($stream, float $seconds): bool {
    // Suspends the running coroutine of Swoole or OpenSwoole, or the running fiber of Revolt's loop. Returns false elsewhere.
    // Loads no class.
    foreach (['Swoole', 'OpenSwoole'] as $vendor) {
        $coroutine = "$vendor\\Coroutine";
        if (!class_exists($coroutine, false) || $coroutine::getCid() <= 0) {
            continue;
        }
        // Not by waitEvent(): Swoole 6.2 crashes if its event and its time-out come in one tick.
        $id = $coroutine::getCid();
        $isSuspended = true;
        $resume = static function () use ($coroutine, $id, &$isSuspended): void {
            if ($isSuspended) {
                $isSuspended = false;
                $coroutine::resume($id);
            }
        };
        ("$vendor\\Event")::add($stream, $resume);
        $late = ("$vendor\\Timer")::after(max(1, (int) ceil($seconds * 1000)), $resume);
        try {
            $coroutine::suspend();
            if ($isSuspended) {
                throw new RedisLockException('The coroutine was cancelled during a wait');
            }
        } finally {
            $isSuspended = false;
            ("$vendor\\Timer")::clear($late);
            ("$vendor\\Event")::del($stream);
        }
        return true;
    }
    if (!class_exists(Revolt\EventLoop::class, false)) {
        return false;
    }
    if (Fiber::getCurrent() === null) {
        // Here suspending runs the loop, which ends when it has nothing to do.
        $counts = static fn(string $id): bool => Revolt\EventLoop::isEnabled($id) && Revolt\EventLoop::isReferenced($id);
        $canSuspend = array_filter(Revolt\EventLoop::getIdentifiers(), $counts) !== [];
    } else {
        $canSuspend = Revolt\EventLoop::getDriver()->isRunning();
    }
    if (!$canSuspend) {
        return false;
    }
    $suspension = Revolt\EventLoop::getSuspension();
    $isSuspended = true;
    $resume = static function () use ($suspension, &$isSuspended): void {
        // Both callbacks may run in one tick.
        if ($isSuspended) {
            $isSuspended = false;
            try {
                $suspension->resume();
            } catch (Error) {
                // Something else has thrown into the suspended fiber in this tick.
            }
        }
    };
    $readable = Revolt\EventLoop::onReadable($stream, $resume);
    $late = Revolt\EventLoop::delay($seconds, $resume);
    try {
        $suspension->suspend();
    } finally {
        $isSuspended = false;
        Revolt\EventLoop::cancel($readable);
        Revolt\EventLoop::cancel($late);
    }
    return true;
}
