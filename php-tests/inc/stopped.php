<?php

declare(strict_types=1);

/** Work that a loss stops, with abortOnLoss. */

/** A sleep in microseconds that the loss ends early. */
const A_WHILE = 30_000_000;

/** Runs $work under a lock that is lost meanwhile. Returns the class of the exception. */
function lose(RedisServer $redis, callable $work): ?string
{
    static $thief;
    $thief ??= PhpChild::start('$redis = new RespClient($argv[1]); while (hear() === "go") { usleep(20_000); $redis->ask("DEL", "k"); }', [$redis->address]);
    $lock = new RedisLock('k', ttl: 60.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
    $lock->acquire();
    await_renewals();
    try {
        $thief->tell('go');
        $work();
        compute(25.0); // work that has ended before the loss shows nothing, and is no failure
    } catch (RedisLockLostException $exception) {
        return $exception::class;
    }

    return null;
}

/** Two arrays. To compare them takes one opcode longer than a loss takes to be noticed, and no check for interrupts. */
function alike(): array
{
    static $levels = 16;
    do {
        $alike = [[1], [1]];
        for ($n = 0; $n < $levels; $n++) {
            $alike = array_map(fn(array $one) => [$one, $one], $alike);
        }
        [$one, $two] = $alike;
        $start = now();
        $one == $two;
        $levels += $is_short = now() - $start < time_for(0.3);
    } while ($is_short);

    return $alike;
}

/** A value with the number of references to it. */
function dump(mixed $value): string
{
    ob_start();
    debug_zval_dump($value);

    return ob_get_clean();
}
