<?php

declare(strict_types=1);

/**
 * Lets a script end in some way while it holds a lock, outside of synchronized() and inside, and prints what it said,
 * its exit code, and whether the key is gone.
 *
 * @param string $ending PHP code; `$lock` is the lock
 */
function end_while_holding(string $ending, array $ini = []): void
{
    $scripts = [
        'outside' => "\$lock->acquire(); echo \"held\\n\"; hear(); $ending",
        'inside' => "\$lock->synchronized(function (RedisLock \$lock) { echo \"held\\n\"; hear(); $ending });",
    ];
    foreach ($scripts as $where => $script) {
        $redis = RedisServer::start();
        $child = PhpChild::start("\$lock = new RedisLock('k', ttl: 600.0, server: \$argv[1]); $script", [$redis->address], $ini, mergeErrors: true);
        say("$where of synchronized()", $child->hear());
        say('  key while it runs', $redis->ask('EXISTS', 'k'));
        $child->tell('end');
        $said = preg_split('/\n+/', trim(str_replace([$redis->address, 'PHP '], ['<server>', ''], $child->finish())))[0];
        say('  said', $said);
        say('  exit code', $child->exitCode);
        say('  key after its end', $redis->ask('EXISTS', 'k'));
    }
}
