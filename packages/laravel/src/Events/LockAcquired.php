<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

/** The lock was acquired. */
class LockAcquired extends LockEvent {}
