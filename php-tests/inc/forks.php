<?php

declare(strict_types=1);

/**
 * Runs something in a forked child, which then exits, and returns all that it printed.
 *
 * @param callable $last what the child does at its very end; null: exit
 */
function in_child(callable $work, ?callable $last = null): string
{
    [$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $child = pcntl_fork();
    if ($child === 0) {
        ob_start();
        try {
            $work();
        } catch (Throwable $exception) {
            echo 'thrown in the child: ', $exception::class, ': ', $exception->getMessage(), "\n";
        }
        fwrite($its, (string) ob_get_clean());
        $last === null ? exit(0) : $last();
    }
    fclose($its);
    $said = stream_get_contents($ours);
    pcntl_waitpid($child, $status);
    if (!pcntl_wifexited($status) || pcntl_wexitstatus($status) !== 0) {
        $said .= "the child ended with status $status\n";
    }
    return $said;
}

/** Returns the open descriptors of this process, and their targets. */
function descriptors(): array
{
    $open = [];
    foreach (scandir('/proc/self/fd') as $descriptor) {
        if (is_slow() && $descriptor > 1000) {
            continue; // valgrind's own
        }
        $target = @readlink("/proc/self/fd/$descriptor");
        // Not the one by which the directory was read.
        if ($target !== false && !str_starts_with($target, '/proc/')) {
            $open[$descriptor] = $target;
        }
    }
    return $open;
}
