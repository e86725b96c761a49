<?php

declare(strict_types=1);

require_once __DIR__ . '/signals.php';

/**
 * Lets a signal handler end a script that holds one lock and waits for another, and prints what it said, its exit
 * code, and what is left on the server: while it waits in the queue, and while it waits for a reply.
 *
 * @param string $ending the handler's PHP code
 */
function end_by_handler(string $ending): void
{
    $redis = RedisServer::start();
    $sender = new SignalSender();
    foreach (['in the queue', 'before the reply', 'reply at hand'] as $when) {
        $contended = $when === 'in the queue';
        $code = <<<'PHP'
            register_shutdown_function(function () { echo "shutdown function\n"; });
            pcntl_async_signals(true);
            pcntl_signal(SIGALRM, function () { echo "handling\n"; hear(); ENDING });
            $held = new RedisLock('held', ttl: 600.0, server: $argv[1]);
            $held->acquire();
            $lock = new RedisLock('k', ttl: 600.0, wait: 600.0, server: "$argv[1]?read_timeout=600");
            $kept = fn() => $lock;
            echo "ready\n";
            hear();
            $argv[2] === 'acquire' ? $lock->acquire() : $lock->synchronized(fn() => print "the work ran\n");
            echo "went on\n";
            PHP;
        foreach (['acquire', 'synchronized'] as $how) {
            $redis->ask('FLUSHALL');
            $contended && $redis->ask('SET', 'k', 'another-client');
            $waiter = PhpChild::start(str_replace('ENDING', $ending, $code), [$redis->address, $how], mergeErrors: true);
            $waiter->hear();
            $contended || pause_writes($redis);
            $waiter->tell('go');
            $contended ? await_waiting($redis) : await_paused_write($redis);
            $sender->send('ALRM', $waiter);
            say("$how, $when", $waiter->hear());
            if ($when === 'reply at hand') {
                $redis->ask('CLIENT', 'UNPAUSE');
                await('the acquisition', fn() => $redis->ask('EXISTS', 'k') === 1);
            }
            $clients = $redis->clients();
            $waiter->tell('end');
            if ($when === 'before the reply') {
                // The server executes the commands only after the client has stopped waiting for the reply.
                await('the end of the connection', fn() => array_diff($clients, $redis->clients()) !== []);
                $redis->ask('CLIENT', 'UNPAUSE');
            }
            echo preg_replace('/\n+/', "\n", str_replace('PHP ', '', $waiter->finish()));
            say('exit code', $waiter->exitCode);
            await('the end of its connections', fn() => $redis->clients() === []);
            say('keys left', $redis->locks());
        }
    }
}
