<?php

declare(strict_types=1);

/** A provider takes three calls at once, from all our processes and hosts together. */

$calls = new RedisSemaphore('api:provider', permits: 3, wait: 30.0, autoRenew: true, server: $server);
for ($call = 0; $call < 3; $call++) {
    $calls->synchronized(fn() => $work->run('call'));
}
