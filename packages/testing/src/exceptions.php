<?php

declare(strict_types=1);

/** The exceptions of the extension, for a PHP that has not loaded it. */

class RedisLockException extends RuntimeException {}

class RedisLockConnectionException extends RedisLockException {}

class RedisLockTimeoutException extends RedisLockException {}

class RedisLockLostException extends RedisLockException {}
