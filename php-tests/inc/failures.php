<?php

declare(strict_types=1);

/** Returns the message that a call throws, without variable paths, ports and script lines. */
function failure(callable $call): string
{
    $thrown = neutral_message(thrown($call));

    return preg_replace(['#unix://\S*/([\w.-]+?)(-[0-9a-f]{6})?(?=[:?]\S* |: | was )#', '#(rediss?)://(\S+?):\d{2,}#', '#/\S*/certificates-[0-9a-f]+/#', '/ script: [0-9a-f]{40}, on @user_script:\d+\./'], ['unix://.../$1', '$1://$2:<port>', '.../', ''], $thrown);
}

/** Returns a NOPERM message in the wording of Redis 7.0, without the command. Redis 7.2 and Valkey have other wordings. */
function neutral_message(string $text): string
{
    return preg_replace([
        '/NOPERM User \S+ has no/',
        '/NOPERM No permissions to access a key/',
        "/ERR ACL failure in script: User \S+ has no permissions to run the '\w+' command/",
        "/(?<=can't run this command or subcommand) \([A-Z or]+\)/",
    ], [
        'NOPERM this user has no',
        'NOPERM this user has no permissions to access one of the keys used as arguments',
        "ERR The user executing the script can't run this command or subcommand",
        '',
    ], $text);
}

/** Returns every call that asks the server and awaits a reply. `$wait` is the time for failures that may pass soon. */
function every_call(string $server, float $wait = 3600.0): array
{
    $claim = fn() => RedisLock::restore('k', 'a token', 30.0, $server);
    $lock = fn() => new RedisLock('k', wait: $wait, server: $server);

    return [
        'acquire' => fn() => $lock()->acquire(),
        'tryAcquire' => fn() => $lock()->tryAcquire(),
        'synchronized' => fn() => $lock()->synchronized(fn() => print "the work ran\n"),
        'release' => fn() => $claim()->release(),
        'refresh' => fn() => $claim()->refresh(),
        'isOwned' => fn() => $claim()->isOwned(),
        'isLocked' => fn() => $lock()->isLocked(),
        'forceRelease' => fn() => $lock()->forceRelease(),
    ];
}

/** Prints what every method throws when the server gives no usable answer. */
function every_failure(string $server, float $wait = 3600.0): void
{
    foreach (every_call($server, $wait) as $method => $call) {
        echo "$method => ", failure($call), "\n";
    }
}
