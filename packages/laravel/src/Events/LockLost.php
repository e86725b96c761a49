<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

/** The lock was lost while this process counted on it: it expired, or its key was deleted or taken. */
class LockLost extends LockEvent {}
