<?php

declare(strict_types=1);

/** What works after the modules have started must work after they have started again: renewal, losses, exceptions, the release by a destructor. */

$server = 'unix://' . getenv('REDISLOCK_SOCKET');
$check = static function (string $what, bool $isTrue): void {
    $isTrue || exit("it is not true: $what\n");
};

$renewed = new RedisLock('twice: renewed', ttl: 1.0, autoRenew: true, server: $server);
$check('nothing is left of the last time', $renewed->tryAcquire());
for ($end = hrtime(true) + 60_000_000_000; RedisLock::stats()['renewed'] === 0 && hrtime(true) < $end;) {
    usleep(1000);
}
$check('it is renewed', RedisLock::stats()['renewed'] > 0 && $renewed->isOwned());

$lost = new RedisLock('twice: lost', ttl: 0.01, abortOnLoss: true, server: $server);
try {
    $lost->acquire();
    for ($end = hrtime(true) + 60_000_000_000; hrtime(true) < $end;) {
        usleep(1000);
    }
    $check('a loss is thrown', false);
} catch (RedisLockLostException) {
}

try {
    (new RedisLock('twice', server: 'unix:///nowhere'))->acquire();
    $check('no server is an exception', false);
} catch (RedisLockConnectionException) {
}

RedisLock::setPoll(static fn($stream, float $seconds) => usleep(1000));
$kept = new RedisLock('twice: released by its destructor', ttl: 600.0, server: $server);
$check('it is free', $kept->tryAcquire());
exit(0);
