<?php

declare(strict_types=1);

/** A mock node of a cluster, which answers with the map that the test sets. */
final class MockNode
{
    private const ANSWERING = <<<'PHP'
        $server = stream_socket_server('tcp://127.0.0.1:0');
        echo explode(':', stream_socket_get_name($server, false))[1], "\n";
        for ($open = []; ;) {
            $readable = [$server, STDIN, ...$open];
            stream_select($readable, $none, $none, null);
            foreach ($readable as $stream) {
                if ($stream === STDIN) {
                    if (($line = fgets(STDIN)) === false) {
                        exit;
                    }
                    [$owners, $delay] = json_decode($line);
                    echo "told\n";
                } elseif ($stream === $server) {
                    $open[] = stream_socket_accept($server);
                } elseif (($bytes = (string) fread($stream, 65536)) === '') {
                    unset($open[array_search($stream, $open, true)]);
                } elseif ($delay !== null) {
                    usleep((int) ($delay * 1e6));
                    $map = '*' . count($owners) . "\r\n";
                    foreach ($owners as $slot => $port) {
                        $last = $port === end($owners) ? 16383 : $slot;
                        $map .= "*3\r\n:$slot\r\n:$last\r\n*2\r\n$9\r\n127.0.0.1\r\n:$port\r\n";
                    }
                    fwrite($stream, str_contains($bytes, 'SLOTS') ? $map : (str_contains($bytes, 'SET') ? "+OK\r\n" : "-ERR unknown\r\n"));
                }
            }
        }
        PHP;

    private PhpChild $child;

    public readonly int $port;

    public function __construct()
    {
        $this->child = child(self::ANSWERING);
        $this->port = (int) $this->child->hear();
    }

    /**
     * From now on it answers so many seconds later; null: it says nothing.
     *
     * @param list<MockNode> $owners the first has the slot 0, the next one the slot 1, and the last one all others
     */
    public function tell(array $owners, ?float $delay = 0.0): void
    {
        $this->child->tell(json_encode([array_column($owners, 'port'), $delay]));
        $this->child->hear();
    }
}
