<?php

declare(strict_types=1);

/** A TCP port that was free a moment ago. */
function free_port(): int
{
    $probe = stream_socket_server('tcp://127.0.0.1:0') ?: throw new RuntimeException('no free port');
    $name = stream_socket_get_name($probe, false);

    return (int) substr($name, strrpos($name, ':') + 1);
}
