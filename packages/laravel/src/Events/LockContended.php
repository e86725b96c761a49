<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

/** The lock is held by another owner, or others wait for it: an acquisition begins to wait, or ends. */
class LockContended extends LockEvent {}
