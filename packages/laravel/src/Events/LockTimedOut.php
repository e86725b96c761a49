<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

/** An acquisition did not get the lock in its time. */
class LockTimedOut extends LockEvent {}
